// simulate: --stop-time 1
model FailedAssertion
  Real x = time;
equation
  assert(x < 0.5, "x is too large");  // error[E0706]: an assertion failed at time 0.5
end FailedAssertion;
