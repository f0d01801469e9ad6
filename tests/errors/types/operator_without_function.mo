operator record Tint
  Real r;
end Tint;
model OperatorWithoutFunction
  Tint a(r = time), b(r = 2);
  Tint c;
equation
  c = a + b;  // error[E0313]: no function of '+' fits the types 'Tint', 'Tint'
end OperatorWithoutFunction;
