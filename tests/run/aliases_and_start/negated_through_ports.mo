// A signal passes a block that negates it, and connections on both sides: what is equal, or the opposite, can be found
// from either end, also when one end is a constant or has an initial memory of its own.
// reference: q = not (not y) from 0.1 on, where y is true from 0.5 on
// expect: l.q(0.4) = 0
// expect: l.q(0.6) = 1
// expect: m.q(0.6) = 1
// expect: i = 1
model NegatedThroughPorts
  connector In = input Boolean;
  connector Out = output Boolean;
  block Not
    In u;
    Out y;
  equation
    y = not u;
  end Not;
  block Hysteresis
    Out y;
  initial equation
    pre(y) = false;
  equation
    y = not pre(y) and time > 0.5 or pre(y) and time >= 0.25;
  end Hysteresis;
  block Constant
    Out y = false;
  end Constant;
  block Latch
    In clear;
    Out q;
  equation
    q = not clear and time > 0.1;
  end Latch;
  block ToInteger
    In u;
    Integer y = if u then 1 else 0;
  end ToInteger;
  Not a, b, c;
  Hysteresis h;
  Constant k;
  Latch l, m;
  ToInteger t;
  Integer i = t.y;
equation
  connect(a.u, h.y);
  connect(a.y, l.clear);
  connect(b.u, l.q);
  connect(b.y, m.clear);
  connect(k.y, c.u);
  connect(c.y, t.u);
end NegatedThroughPorts;
