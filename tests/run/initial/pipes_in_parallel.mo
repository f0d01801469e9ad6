// Three branches between two pressures, one of them with a pump that fights the flow. By hand: each branch alone.
// expect: m[1](start) = 0.4472135954999579 +- 1e-9
// expect: m[2](start) = 0.8944271909999159 +- 1e-9
// expect: m[3](start) = -0.31622776601683794 +- 1e-9
// expect: total(start) = 1.0254130204830358 +- 1e-9
model PipesInParallel
  parameter Real k[3] = {1e-3, 2e-3, 1e-3}, lift[3] = {0, 0, 3e5};
  Real m[3], total;
equation
  for i in 1:3 loop
    m[i]*abs(m[i]) = k[i]^2*(2e5 - lift[i]);
  end for;
  total = sum(m);
end PipesInParallel;
