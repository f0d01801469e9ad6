function f
  input Real a;
  output Real y;
algorithm
  y := der(a);  // error[E0312]: 'der' cannot be used in a function
end f;
model DerivativeInFunction
  Real x = f(time);
end DerivativeInFunction;
