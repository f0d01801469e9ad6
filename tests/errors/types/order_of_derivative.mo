// 12.7.1: the order of a derivative annotation is a literal of at least 1.
function square
  input Real x;
  output Real y = x*x;
  annotation (derivative(order = x) = slope); // error[E0308]@34: the order of a derivative must be a positive Integer
end square;

function slope
  input Real x;
  input Real dx;
  output Real dy = 2*x*dx;
end slope;

model OrderOfDerivative
  Real y = square(time);
end OrderOfDerivative;
