// actualStream is what flows in while the flow is positive, the own value while it is negative (15.3): the flow turns at t = 1.
// expect: h(0.5) = 20 +- 1e-9
// expect: h(1.5) = 7 +- 1e-9
model Reversing
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model End
    parameter Real T = 20;
    Port port;
  equation
    port.p = 0;
    port.h = T;
  end End;
  model Driven
    Port port;
    Real h = actualStream(port.h);
  equation
    port.m = 1 - time;
    port.h = 7;
  end Driven;
  End left;
  Driven right;
  Real h = right.h;
equation
  connect(left.port, right.port);
  annotation(experiment(StopTime = 2));
end Reversing;
