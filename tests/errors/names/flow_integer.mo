connector C
  Real v;
  flow Integer n;  // error[E0227]@16: 'n' is flow or stream and must be of type Real
end C;
model M
  C c;
equation
  c.v = 0;
end M;
