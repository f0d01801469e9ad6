// check: --strict
connector C
  Real v;
  flow Real i;
equation  // error[E0229]@1: the connector 'C' cannot have an equation section (4.7)
end C;
record R
  Real a;
algorithm  // error[E0229]: the record 'R' cannot have an algorithm section (4.7)
end R;
model M
  C c;
  R r(a = time);
equation
  c.v = time;
end M;
