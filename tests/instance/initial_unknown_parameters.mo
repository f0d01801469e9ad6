// Fixed = false parameters are unknowns of initialization, never evaluated: 8.6, 4.4.3.
// Expected: q = 2*p stays symbolic; q is non-evaluable too.  Real y[integer(q)] would be an
//   error naming p
model InitialUnknownParameters
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  Real x(start = 3, fixed = true);
initial equation
  q = x + 1;
equation
  der(x) = -q*x;
end InitialUnknownParameters;

/* instance
model InitialUnknownParameters
parameter Real p(start = 1.0, fixed = false);
parameter Real q = 2.0*p;
Real x(start = 3.0, fixed = true);
initial equation
  q = x + 1.0;
equation
  der(x) = -q*x;
end InitialUnknownParameters;
*/
