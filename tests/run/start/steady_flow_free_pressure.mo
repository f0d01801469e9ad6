// A condition for a derivative is there to find the variable itself: der(m) = 0 gives m, and what
// is still missing is the start value of p. Closed form: m = sqrt(p) = 2 at p = 4, and with both
// the same at the ends of a pipe of three pieces. (8.6 leaves the choice to the tool.)
// simulate: --stop-time 0
// simulate: --stop-time 0 --engine interpret
// expect: m(0.0) = 2 +- 1e-9
// expect: p(0.0) = 4 +- 1e-12
// expect: w[2](0.0) = 1 +- 1e-9
// expect: pressure[2](0.0) = 3 +- 1e-12
// expect: pressure[3](0.0) = 2 +- 1e-12
model SteadyFlowFreePressure
  Real m(start = 1), p(start = 4);
  Real w[3](each start = 0.1), pressure[3](start = {4, 3, 2});
equation
  der(m) = p - m*abs(m);
  der(p) = -m;
  for i in 1:2 loop
    der(w[i]) = pressure[i] - pressure[i + 1] - w[i];
    der(pressure[i]) = (if i == 1 then 0 else w[i - 1]) - w[i];
  end for;
  der(pressure[3]) = w[2] - w[3];
  der(w[3]) = pressure[3] - w[3]^3;
initial equation
  der(m) = 0;
  der(w) = zeros(3);
end SteadyFlowFreePressure;
