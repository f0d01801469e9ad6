// Members of expandable connectors: an array on one side and the elements of component arrays on the other are the
// same member; what an output of a block carries to a bus may have its source beside it (specification 9.1.3).
// expect: y(1) = 5
// expect: read.y(1) = 3
package SignalsThroughBuses
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  block Source
    Out y[2] = {time, 2*time};
  end Source;
  block Gain
    In u;
    Out y = 2*u;
  end Gain;
  model Reader
    Bus bus;
    Gain g[2];
    Out y = g[1].y + g[2].y;
  equation
    connect(bus.x, g.u);
  end Reader;
  block Setpoint
    Out set;
    Bus bus;
    Gain g(u = 1.5*time);
  equation
    connect(g.y, set);
    connect(set, bus.set);
  end Setpoint;
  model Sink
    Bus bus;
    In u;
    Real y = u;
  equation
    connect(bus.set, u);
  end Sink;
  model All
    Source s;
    Reader r;
    Setpoint point;
    Sink read;
    Real y = r.y - s.y[1];
  protected
    Bus inside;
  equation
    connect(s.y, inside.x);
    connect(inside, r.bus);
    connect(point.bus, inside);
    connect(inside, read.bus);
  end All;
end SignalsThroughBuses;
