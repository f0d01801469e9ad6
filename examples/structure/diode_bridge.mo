// Four ideal diodes between a voltage source and a capacitor with a load. While two of them conduct, the capacitor lies at the source: its voltage
// is given (index 2), and the current follows. While none does, it discharges through the load alone.
//
// Independent: conducting, v = |sin(t)| and i = C*|cos(t)|*sign + v/R; the diodes block when that current ends, at tan(t) = -R*C (t = pi - atan(R*C)),
// then v falls as exp(-t/(R*C)) until the source is above it again. The energy from the source is in the capacitor and the load.
//
// simulate: --stop-time 9 --interval 0.5 --tolerance 1e-9
// expect: v(1) = 0.841470984808 +- 1e-7
// expect: event 1 = 1.768191886645 +- 1e-6
// expect: v(2.5) = 0.847069969395 +- 1e-6
// expect: balance(9) = 0 +- 1e-6
// expect: mode(1) = 2
// expect: mode(2.5) = 1
model DiodeBridge
  type Mode = enumeration(blocking, positive, negative);
  parameter Real R = 5, C = 1;
  Mode mode(start = Mode.positive, fixed = true) annotation(__Tarn(structural = true));
  Real u = sin(time) "Source";
  Real v(start = 0) "Of the capacitor";
  Real i "From the source", j "To the capacitor and the load";
  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);
  Real balance = work - heat - C*v^2/2;
equation
  C*der(v) = j - v/R;
  der(work) = u*i;
  der(heat) = v^2/R;
  if mode == Mode.positive then
    v = u;
    j = i;
  elseif mode == Mode.negative then
    v = -u;
    j = -i;
  else
    i = 0;
    j = 0;
  end if;
  if mode == Mode.blocking then
    when u > v then
      mode = Mode.positive;
    elsewhen -u > v then
      mode = Mode.negative;
    end when;
  else
    when j < 0 then
      mode = Mode.blocking;
    end when;
  end if;
end DiodeBridge;
