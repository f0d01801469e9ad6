// A machine that samples a continuous variable and switches it: between 0.5 and 1, seen at ticks of 0.1 s, x goes up and down with slope 1. By
// hand: it starts at 0, falls to -0.1, rises until it is above 1 at 1.3 s, falls until it is below 0.5.
//
// simulate: --stop-time 2.5
// expect: x(0.1) = -0.1 +- 1e-6
// expect: x(1.3) = 1.1 +- 1e-6
// expect: x(1.9) = 0.5 +- 1e-6
// expect: isOn(0.05) = 0
// expect: isOn(1.25) = 1
// expect: isOn(1.35) = 0
model Thermostat
  block S
  end S;
  S off, on;
  Real x(start = 0, fixed = true);
  Boolean isOn(start = false), active = activeState(on);
equation
  initialState(off);
  transition(off, on, sample(x, Clock(1, 10)) < 0.55 and sample(time) > 0.05);
  transition(on, off, sample(x) > 1.05);
  isOn = hold(active);
  der(x) = if isOn then 1 else -1;
end Thermostat;
