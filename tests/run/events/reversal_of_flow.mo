// semiLinear and m_flow*actualStream(h) are continuous where the flow reverses: no events. What
// flows in carries 2 from its source, what flows out carries u. Reference: by hand, with
// u = 5 the transport is 2 m for m > 0 and 5 m below.
// simulate: --stop-time 6
// expect: events = 0
// expect: y(1) = 0.8414709848 +- 1e-4
// expect: y(4) = -2.2704074859 +- 1e-4
// expect: e(1) = 1.6829419696 +- 1e-4
// expect: e(4) = -3.7840124765 +- 1e-4
connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;
model Source
  Port port;
equation
  port.m_flow = -sin(time);
  port.h_outflow = 2;
end Source;
model Volume
  Port port;
  Real e;
equation
  port.p = 1;
  port.h_outflow = 5;
  e = port.m_flow*actualStream(port.h_outflow);
end Volume;
model ReversalOfFlow
  Source source;
  Volume volume;
  Real y = semiLinear(volume.port.m_flow, 1, 3);
  Real e = volume.e;
equation
  connect(source.port, volume.port);
end ReversalOfFlow;
