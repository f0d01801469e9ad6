// Connected variables measure the same; a signal without a unit carries it from end to end.
model Connections
  connector Signal = output Real;
  connector Use = input Real;
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Flange
    Real v(unit = "m");
    flow Real i(unit = "N");
  end Flange;
  model Resistor
    Pin p;
  equation
    p.v = 10*p.i;
  end Resistor;
  model Spring
    Flange p;
  equation
    p.i = 10*p.v;
  end Spring;
  model Difference
    Use u1, u2;
    Signal y;
  equation
    y = u1 - u2;  // warning[E0330]: the sides of the equation have different units: 'difference.y' is N = kg.m/s2, 'difference.u1 - difference.u2' is m/s
  end Difference;
  model Speed
    Signal y(unit = "m/s") = 3;
  end Speed;
  model Force
    Use f(unit = "N");
  end Force;
  Resistor resistor;
  Spring spring;
  Speed speed, other;
  Force direct, far;
  Difference difference;
equation
  connect(resistor.p, spring.p);  // warning[E0330]: connected variables have different units: 'resistor.p.v' is V = kg.m2/(s3.A), 'spring.p.v' is m
  connect(speed.y, direct.f);  // warning[E0330]: connected variables have different units: 'speed.y' is m/s, 'direct.f' is N = kg.m/s2
  connect(other.y, difference.u1);
  connect(other.y, difference.u2);
  connect(difference.y, far.f);
end Connections;
