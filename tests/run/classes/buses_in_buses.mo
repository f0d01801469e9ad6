// A bus is connected to a member that another bus does not declare: that is then a bus as well
// [MLS 9.1.3]. Scalars and arrays of buses, both ends undeclared, a bus that declares the member,
// signals in both directions. Reference: what goes in comes out.
// expect: plant.valve[1].s.v(1) = 2 +- 0
// expect: plant.valve[2].s.v(1) = 3 +- 0
// expect: plant.pump.s.v(1) = 7 +- 0
// expect: plant.ctl.back.v(1) = 11 +- 0
// expect: plant.deep.s.v(1) = 7 +- 0
// expect: plant.within_.s.s.v(1) = 7 +- 0
// expect: plant.known.s.v(1) = 7 +- 0
package BusesInBuses
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  expandable connector Declares
    Bus pump;
  end Declares;
  block Source
    parameter Real k = 1;
    Out y = k*time;
  end Source;
  block Sink
    In u;
    Real v = u;
  end Sink;
  model Device
    Bus bus;
    Sink s;
  equation
    connect(bus.y, s.u);
  end Device;
  model Answering
    extends Device;
    Source a(k = 11);
  equation
    connect(a.y, bus.answer);
  end Answering;
  model Control
    Bus bus;
    Source y[2](k = {2, 3}), p(k = 7);
    Sink back;
  protected
    Bus valves[2], pump;
  equation
    connect(y.y, valves.y);
    connect(valves, bus.valves);
    connect(p.y, pump.y);
    connect(pump, bus.pump);
    connect(pump.answer, back.u);
  end Control;
  model Inner
    Bus bus;
    Device s;
  equation
    connect(bus.pump, s.bus);
  end Inner;
  model KnownInner
    Declares bus;
    Sink s;
  equation
    connect(bus.pump.y, s.u);
  end KnownInner;
  model Plant
    Control ctl;
    Device valve[2];
    Answering pump;
    Inner within_;
    KnownInner known;
    Bus bus, other;
    Device deep;
  equation
    connect(ctl.bus, bus);
    connect(bus.valves, valve.bus);
    connect(bus.pump, pump.bus);
    connect(bus, within_.bus);
    connect(bus, known.bus);
    connect(bus.pump, other.pump);
    connect(other.pump, deep.bus);
  end Plant;
  model T
    Plant plant;
  end T;
end BusesInBuses;
