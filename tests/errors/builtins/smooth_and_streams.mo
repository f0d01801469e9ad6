// 3.7.5: the order of smooth is an Integer parameter expression that is not negative, what it
// smooths is Real. 15.2 and 15.3: the stream operators take stream variables of connectors.
model SmoothAndStreams
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  Port port;
  parameter Integer order = 1;
  Integer n = integer(time);
  Real a = smooth(order, time);
  Real b = smooth(n, time); // error[E0304]@19: the order of 'smooth' must be a parameter expression, but 'n' is discrete-time
  Real c = smooth(1.5, time); // error[E0303]@12: 'smooth' is not defined for arguments of type 'Real', 'Real': the order is an Integer
  Real d = smooth(-1, time); // error[E0303]@12: 'smooth' is not defined for arguments of type 'Integer', 'Real': the order is negative
  Boolean e = smooth(0, time > 1); // error[E0303]@15: 'smooth' is not defined for arguments of type 'Integer', 'Boolean': only Reals can be smooth
  Real f = inStream(port.h) + actualStream(port.h);
  Real g = inStream(port.p); // error[E0308]@21: 'inStream' needs a stream variable of a connector, not 'port.p'
  Real h = actualStream(port.m); // error[E0308]@25: 'actualStream' needs a stream variable of a connector, not 'port.m'
  Real i = inStream(1); // error[E0308]@21: 'inStream' needs a stream variable of a connector, not '1'
equation
  port.p = 1;
  port.h = 1;
end SmoothAndStreams;
