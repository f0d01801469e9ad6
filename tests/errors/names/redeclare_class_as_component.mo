model A
  replaceable model Inner
    Real x = 1;
  end Inner;
  Inner i;
end A;
model M
  A a(redeclare Real Inner);  // error[E0225]@22: 'Inner' is a class and cannot be redeclared as a component
end M;
