// A signal that is connected with a parameter of a bus has its value: y is 3 t where it is on, 0 elsewhere.
// expect: one.y = 3 +- 1e-12
// expect: other.y = 0 +- 1e-12
model M
  expandable connector Bus
    parameter Boolean isOn = true;
    Real u;
  end Bus;
  connector BooleanOutput = output Boolean;
  connector RealOutput = output Real;
  block Controller
    BooleanOutput isOn;
    RealOutput y = if isOn then 3*time else 0;
    Bus bus;
  equation
    connect(isOn, bus.isOn);
    connect(y, bus.u);
  end Controller;
  Controller one, other(bus(isOn = false));
end M;
