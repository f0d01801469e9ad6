model A
  Real x = 1;
end A;
model M
  parameter Integer on = 1;
  A a if on;  // error[E0301]@10: the condition of a component must be of type 'Boolean', but 'on' is of type 'Integer'
end M;
