model ParameterRing
  parameter Real a = 2*b;  // error[E0306]: the value of 'a' depends on itself
  parameter Real b = a + 1;
  Real x = a;
end ParameterRing;
