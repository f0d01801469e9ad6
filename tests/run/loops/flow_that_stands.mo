// 3.7.4.6: x = 0, y = 0 and y = semiLinear(x, sa, sb) leave sa open; the specification recommends sa = sb. An open port is such a case.
//
// expect: port.h(0) = 42
// expect: other(0) = 7
model FlowThatStands
  connector Port
    Real p;
    flow Real m;
    Real h;
    flow Real H;
  end Port;
  Port port;
  Real inside = 42, seventh = 7, other, m = 0, H = 0;
equation
  port.p = 1;
  port.H = semiLinear(port.m, port.h, inside);
  H = semiLinear(m, seventh, other);
end FlowThatStands;
