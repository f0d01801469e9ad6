function checked
  input Integer n;
  output Integer m;
algorithm
  assert(n > 0, "n must be positive");
  m := n;
end checked;
model AssertionInFunctionFails
  parameter Integer n = checked(-1);
  Real x[n] = fill(time, n);  // error[E0314]: 'n' cannot be evaluated at compile time: assertion failed: n must be
end AssertionInFunctionFails;
