// A connector of the box that nothing is connected to from outside lets nothing through, so it mixes
// with nothing: each of the two inside takes what the other one sends, whatever flows between them.
// With a share in the mixture, however small, the values at zero flow, t = 0.5, would be (20 + 7)/2
// and (10 + 7)/2 or nothing at all.
// expect: box.a.h_in(0) = 20 +- 1e-12
// expect: box.b.h_in(0) = 10 +- 1e-12
// expect: box.a.h_in(0.5) = 20 +- 1e-12
// expect: box.b.h_in(0.5) = 10 +- 1e-12
// expect: box.a.h_in(1) = 20 +- 1e-12
// expect: box.b.h_in(1) = 10 +- 1e-12
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model Source
  Port port;
  parameter Real h = 10;
  parameter Boolean sets_flow = true;
  Real h_in = inStream(port.h);
equation
  port.h = h;
  if sets_flow then
    port.m = 2*time - 1;
  else
    port.p = 1;
  end if;
end Source;

model Box
  Port open;
  Source a, b(h = 20, sets_flow = false);
equation
  connect(a.port, b.port);
  connect(a.port, open);
end Box;

model LegThatLeadsNowhere
  Box box;
  annotation(experiment(StopTime = 1, Interval = 0.5));
end LegThatLeadsNowhere;
