// Three connectors meet: what flows out of the mixing point has the mean of what flows in, weighted with the flows (15.2);
// with one pump that takes 3 and two tanks that give 1 and 2, the pump gets (1*10 + 2*40)/3 = 30. inStream of a connector
// through which nothing else could flow in, with a stop valve in between, is the value of the other side.
// expect: pump.T(0.5) = 30 +- 1e-9
// expect: a.back(0.5) = 40 +- 1e-4
// expect: seen(0.5) = 30 +- 1e-9
model Mixing
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    parameter Real m = 1, T = 10;
    Port port;
    Real back = inStream(port.h);
  equation
    port.m = -m;
    port.h = T;
  end Source;
  model Pump
    Port port;
    Real T = inStream(port.h);
    Real actual = actualStream(port.h);
  equation
    port.p = 1 + time;
    port.h = 99; // would flow out: it does not
  end Pump;
  Source a(m = 1, T = 10), b(m = 2, T = 40);
  Pump pump;
  Real seen = pump.actual;
equation
  connect(a.port, b.port);
  connect(b.port, pump.port);
  annotation(experiment(StopTime = 1));
end Mixing;
