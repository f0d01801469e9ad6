// Causal connectors only count: an input of a component may be given by any equation: 4.7, 9.3.
// Expected: three equations for m.p, m.T, m.d; W alone is balanced: 3 unknowns, 2 equations + 1
//   input
partial model BP
  connector IP = input Real;
  IP p;
  Real T;
  Real d;
end BP;
model W
  extends BP;
equation
  d = p/T;
  p = 1e5 + T;
end W;
model InputGivenByEquation
  W m;
equation
  m.T = 300 + time;
end InputGivenByEquation;

/* instance
model InputGivenByEquation
// W m
input Real m.p;
Real m.T;
Real m.d;
equation
  m.T = 300.0 + time;
  m.d = m.p/m.T;
  m.p = 100000.0 + m.T;
end InputGivenByEquation;
*/
