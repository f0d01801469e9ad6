function f
  input Real u;
  output Real y;
external "C" y = f_of_u(u);
end f;
model ExternalWithoutDerivative
  Real x(start = 0, fixed = true), y, v;
equation
  der(x) = 1;
  y = f(x);  // error[E0503]: this equation constrains states and must be differentiated, but 'f(x)' has no derivative:
  v = der(y);
end ExternalWithoutDerivative;
