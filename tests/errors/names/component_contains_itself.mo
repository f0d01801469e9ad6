model Node
  Node next;  // error[E0206]@8: the component 'next' contains itself: its class 'Node' has a component of that class
end Node;
model M
  Node first;
end M;
