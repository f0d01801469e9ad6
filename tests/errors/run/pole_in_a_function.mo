// simulate: --stop-time 1
// A function may look at a bound that way: what it has made of it is told, and the run goes on.
model PoleInAFunction
  function damped
    input Real u;
    output Real y;
  algorithm
    y := exp(-1/u);
    annotation(Inline = false);
  end damped;
  Real x(start = 0, fixed = true);
  Real y = damped(x);  // warning[E0710]: 'y' may be wrong at time 0: in 'PoleInAFunction.damped': 'exp' is asked of a division by zero
equation
  der(x) = 1;
end PoleInAFunction;
