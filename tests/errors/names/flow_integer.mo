connector C
  Real v;
  flow Integer n;  // error[E0227]: 'n' cannot be declared 'flow': it is of type 'Integer', not of type 'Real'
end C;
model M
  C c;
equation
  c.v = 0;
end M;
