// Connections and algorithms of the instance, before they become equations; an outside connector, elements and members of a bus.
// line: connect(pin /* outside */, part[1].p);
// line: connect(part[1].p, part[2].p);
// line: connect(s /* outside */, bus.speed[2] /* outside */);
// line: assert(cardinality(pin) > 0, "connected to nothing");
// line: n := pre(n) + 1;
model Joined
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  expandable connector Bus
  end Bus;
  connector Signal = output Real;
  model Part
    Pin p;
  equation
    p.v = 1;
  end Part;
  Pin pin;
  Part part[2];
  Bus bus;
  Signal s = time;
  Integer n(start = 0);
equation
  assert(cardinality(pin) > 0, "connected to nothing");
  connect(pin, part[1].p);
  connect(part[1].p, part[2].p);
  connect(s, bus.speed[2]);
algorithm
  when time > 0.5 then
    n := pre(n) + 1;
  end when;
end Joined;
