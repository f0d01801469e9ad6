// The chain between two poles: length 12 over a span of 10. Reference: 2*a*sinh(5/a) = 12, by bisection.
// expect: a(start) = 4.695415231265281 +- 1e-8
model Catenary
  Real a(start = 1), sag;
equation
  2*a*sinh(5/a) = 12;
  sag = a*(cosh(5/a) - 1);
end Catenary;
