// reference: v = 2*time, then 2
// simulate: --stop-time 2 --intervals 4
// expect: v(0.5) = 1 +- 1e-9
// expect: v(2) = 2 +- 1e-9
model DerivativeBranchByBranch
  Real x = if time < 1 then time^2 else 2*time - 1;
  Real v = der(x);
end DerivativeBranchByBranch;
