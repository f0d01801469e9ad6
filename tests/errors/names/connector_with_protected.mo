connector C
  Real v;
  flow Real i;
protected
  Real hidden;  // error[E0229]@8: the connector 'C' cannot contain protected elements
end C;
model M
  C c;
end M;
