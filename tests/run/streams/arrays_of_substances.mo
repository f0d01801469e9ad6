// 15.2: stream variables that are arrays, their elements, arrays of connectors, and the flow times what it carries. Two sources give
// 1 and 2 of concentrations {10, 40} and {40, 10}: the sink gets {30, 20}; what it carries in is 3*{30, 20}.
// expect: sink.c[1](0.5) = 30 +- 1e-9
// expect: sink.c[2](0.5) = 20 +- 1e-9
// expect: sink.second(0.5) = 20 +- 1e-9
// expect: sink.carried[1](0.5) = 90 +- 1e-9
// expect: sink.actual[2](0.5) = 20 +- 1e-9
// expect: all[1](0.5) = 40 +- 1e-3
// expect: all[2](0.5) = 10 +- 1e-3
// expect: own = 10
model ArraysOfSubstances
  connector Port
    Real p;
    flow Real m;
    stream Real c[2];
  end Port;
  model Source
    parameter Real m = 1, c[2] = {10, 40};
    Port port;
  equation
    port.m = -m;
    port.c = c;
  end Source;
  model Sink
    Port port;
    Real c[2] = inStream(port.c);
    Real second = inStream(port.c[2]);
    Real actual[2] = actualStream(port.c);
    Real carried[2] = port.m*actualStream(port.c);
  equation
    port.p = 1 + time;
    port.c = {99, 99};
  end Sink;
  Source s[2](m = {1, 2}, c = {{10, 40}, {40, 10}});
  Sink sink;
  Real all[2] = {inStream(s[1].port.c[1]), inStream(s[2].port.c[1])};
  Real own = actualStream(s[1].port.c[1]);
equation
  connect(s[1].port, s[2].port);
  connect(s[2].port, sink.port);
end ArraysOfSubstances;
