partial function f
  input Real a;
  output Real y;
end f;
model CallOfPartialFunction
  Real x;
equation
  x = f(time);  // error[E0319]: 'f' is partial and cannot be called
end CallOfPartialFunction;
