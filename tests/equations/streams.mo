// inStream of a connection of two inside connectors is the other one's stream variable; alone it is its own (15.2).
// line: a.T = b.port.h
// line: b.T = a.port.h
model Streams
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Tank
    parameter Real level = 1;
    Port port;
    Real T;
  equation
    port.p = level + time;
    port.h = 10*level;
    T = inStream(port.h);
  end Tank;
  model Pipe
    Port port;
    Real T;
  equation
    port.m = port.p;
    port.h = 20;
    T = inStream(port.h);
  end Pipe;
  Tank a;
  Pipe b;
equation
  connect(a.port, b.port);
end Streams;
