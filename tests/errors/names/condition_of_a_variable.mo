model A
  Real x = 1;
end A;
model M
  Boolean on = time > 1;
  A a if on;  // error[E0305]@10: the value of 'on' is needed at compile time, but it is no parameter
end M;
