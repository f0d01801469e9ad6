// The input of a chain of four integrators from its output: each integrator adds one to the index [CK06, ch. 8], so five.
// expect: index = 5
// expect: states = {}
// expect: loops = {}
model InverseChain
  Real x[4], u;
equation
  x[1] = sin(time);
  der(x[1]) = x[2];
  der(x[2]) = x[3];
  der(x[3]) = x[4];
  der(x[4]) = u;
end InverseChain;
