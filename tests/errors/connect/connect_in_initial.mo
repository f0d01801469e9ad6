connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin a, b;
initial equation
  connect(a, b); // error[E0312]: 'connect' is not allowed in initial equations
end M;
