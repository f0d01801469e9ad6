// Relations inside noEvent make no events (3.7.3), also that of actualStream, which is known only when the connections are.
// reference: h is 5 while the flow leaves s, which is while sin(time) < 0, and 3 else
// simulate: --stop-time 10 --intervals 100
// expect: events = 0
// expect: s.h(1) = 3
// expect: s.h(4) = 5
// expect: s.k[1](8) = 3
// expect: s.w(4) = 25
model ActualWithoutEvents
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  function Square
    input Real u;
    output Real y = u^2;
  end Square;
  model Volume
    Port a;
    Real x(start = 1, fixed = true);
  equation
    a.h = 3;
    a.p = x;
    der(x) = 0.1*a.m;
  end Volume;
  model Source
    Port a;
    Real h = if true then noEvent(actualStream(a.h)) else 0, w = Square(noEvent(actualStream(a.h)));
    Real k[2] = {noEvent(actualStream(a.h)), noEvent(inStream(a.h))};
  equation
    a.m = sin(time);
    a.h = 5;
  end Source;
  Volume v;
  Source s;
equation
  connect(v.a, s.a);
end ActualWithoutEvents;
