// reference: x(1) = 1, x(2) = exp(-1)
// simulate: --stop-time 2 --intervals 4
// expect: x(2) = 0.36787944117 +- 1e-5
model DerivativeInOneBranch
  Real x(start = 0, fixed = true);
equation
  if time < 1 then
    der(x) = 1;
  else
    der(x) = -x;
  end if;
end DerivativeInOneBranch;
