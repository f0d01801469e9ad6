// A closed circuit at rest is steady with any filling: of the four conditions der(m) = 0 one says
// nothing new, and the pressure that is given says which filling is meant, although it is one
// condition too many by count. Closed form: the flow is head/4, and pressures fall by as much from
// one vessel to the next behind the pump.
// simulate: --stop-time 0
// simulate: --stop-time 0 --engine interpret
// simulate: --stop-time 0 --loops matrix
// expect: w[1](0.0) = 0.75 +- 1e-9
// expect: p[1](0.0) = 2.75 +- 1e-8
// expect: p[2](0.0) = 5 +- 1e-8
// expect: p[3](0.0) = 4.25 +- 1e-8
// expect: x(0.0) = 2 +- 1e-8
// expect: y(0.0) = 1 +- 1e-8
model FillingOfACircuit
  parameter Real head = 3;
  Real p[4](each start = 1), m[4], w[4];
  Real x(start = 7), y(start = 0);
equation
  for i in 1:4 loop
    m[i] = 2*p[i];
    w[i] = p[i] - p[mod(i, 4) + 1] + (if i == 1 then head else 0);
    der(m[i]) = w[mod(i + 2, 4) + 1] - w[i];
  end for;
  der(x) = -x;
  der(y) = -y;
initial equation
  der(m) = zeros(4);
  p[2] = 5;
  // the same twice, and what chooses is nonlinear
  x + y = 3;
  2*x + 2*y = 6;
  x*y = 2;
end FillingOfACircuit;
