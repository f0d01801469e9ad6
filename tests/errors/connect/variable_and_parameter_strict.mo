// check: --strict
// Variables are connected with variables (9.3). What is connected with a parameter can only have its value; parameters of connected buses are compared.
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
    connect(isOn, bus.isOn);  // error[E0401]: 'one.isOn' is a variable and connected with 'one.bus.isOn', which is none
    connect(y, bus.u);
  end Controller;
  Controller one;
  Bus bus;
equation
  connect(one.bus, bus);
end M;
