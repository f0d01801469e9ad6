// Fourteen cells in a row, all but the last one cooled, and a guess with all flows the wrong way:
// with these directions kept the last cell has what comes from behind it, 50, and exp(-m/2) would
// have to be -21. The directions must follow the iteration. Closed form: the last cell has
// (100 - 26/m)/1.001^14, which leaves one equation for m, solved by bisection.
// simulate: --stop-time 0
// simulate: --stop-time 0 --engine interpret
// expect: m[1](0.0) = 4.040636085296921 +- 1e-9
// expect: h[14](0.0) = 92.26522656338616 +- 1e-7
model FlowAgainstTheGuess
  constant Integer n = 14;
  Real m[n + 1](each start = -1), h[n](each start = 100);
  Real H[n + 1];
equation
  for i in 1:n loop
    m[i + 1] = 1.001*m[i];
    H[i + 1] = H[i] - (if i < n then 2 else 0);
  end for;
  H[1] = semiLinear(m[1], 100, h[1]);
  for i in 2:n loop
    H[i] = semiLinear(m[i], h[i - 1], h[i]);
  end for;
  H[n + 1] = semiLinear(m[n + 1], h[n], 50);
  exp(-m[1]/2) = 4 + (h[n] - 100)/2;
end FlowAgainstTheGuess;
