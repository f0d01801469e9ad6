// simulate: --method guess
model NoSuchMethod
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end NoSuchMethod;
// error[E0701]@0: there is no method 'guess'
