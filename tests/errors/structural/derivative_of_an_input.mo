// An input from outside is a sequence of values: nothing says how it moves between them.
model DerivativeOfAnInput
  input Real u;
  Real a = der(u); // error[E0004]@12: the derivative of an input is not supported yet
end DerivativeOfAnInput;
