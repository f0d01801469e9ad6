// df is given for a constant k only; where k varies the body is differentiated.
// reference: v = 2*k*time, with k = 3: 6*time; u = d/dt(s*time^2) with s = exp(time)
// expect: v(1.0) = 6 +- 1e-6
// expect: u(1.0) = 8.1548454854 +- 1e-4
model DerivativeForConstantArgument
  function f
    input Real t;
    input Real k;
    output Real y;
  algorithm
    y := k*t^2;
    annotation(derivative(zeroDerivative = k) = df);
  end f;
  function df
    input Real t;
    input Real k;
    input Real t_der;
    output Real y_der;
  algorithm
    y_der := 2*k*t*t_der;
  end df;
  parameter Real k = 3;
  Real s(start = 1, fixed = true), x = f(time, k), v = der(x), w = f(time, s), u = der(w);
equation
  der(s) = s;
  annotation(experiment(StopTime = 1));
end DerivativeForConstantArgument;
