connector C
  Real v;
  flow Real i;
protected
  constant Real hidden = 1;  // error[E0229]@17: the connector 'C' cannot contain protected elements
end C;
model M
  C c;
end M;
