// Flows that stand still leave what they would carry open; the specification recommends sa = sb (3.7.4.5). Here the flow is zero
// by way of a connector inside of a connector, and what is carried is a product; at the ends of a chain it is one, too.
model StandingFlowsOfProducts
  connector Port
    Real p;
    flow Real m;
    Real h;
    flow Real H;
  end Port;
  model Volume
    parameter Real cp = 2;
    Port a, b, c;
    Real T(start = 300, fixed = true);
    Real p;
  equation
    0 = a.m + b.m + c.m;
    a.p = p + a.m;
    b.p = p + b.m;
    c.p = p + c.m;
    a.H = semiLinear(a.m, a.h, T*cp);
    b.H = semiLinear(b.m, b.h, T*cp);
    c.H = semiLinear(c.m, c.h, T*cp);
    der(T) = a.H + b.H + c.H;
  end Volume;
  model Layer
    Port a, b, open;
    Volume v;
  equation
    connect(a, v.a);
    connect(b, v.b);
    connect(open, v.c);
  end Layer;
  model Source
    Port a;
    parameter Real m = 1;
  equation
    a.m = -m;
    a.H = semiLinear(a.m, a.h, 350*2);
  end Source;
  model Sink
    Port a;
  equation
    a.p = 0;
    a.H = semiLinear(a.m, a.h, 280*2);
  end Sink;
  Source s;
  Layer l, n;
  Sink k;
  // The same without flow.
  Source s0(m = 0);
  Layer l0(v(T(start = 310))), n0;
  Sink k0;
equation
  connect(s.a, l.a);
  connect(l.b, n.a);
  connect(n.b, k.a);
  connect(s0.a, l0.a);
  connect(l0.b, n0.a);
  connect(n0.b, k0.a);
  // der(T) = 700 - 2*T of the first, and der(T) = 2*(T of the first) - 2*T of the second
  // expect: l.v.T(1) = 343.2332358381694 +- 1e-3
  // expect: n.v.T(1) = 329.6997075145082 +- 1e-3
  // expect: l.open.h(1) = 686.4664716763388 +- 2e-3
  // expect: l0.v.T(1) = 310 +- 1e-9
  // expect: l0.open.h(1) = 620 +- 1e-9
  // expect: n0.open.h(1) = 600 +- 1e-9
end StandingFlowsOfProducts;
