// A component exists in one mode alone, with its connections and its state. A capacitor is charged through 1 Ohm by 1 V; at 1 s a second one, of the
// same size and empty, is put in parallel behind 1 Ohm of its own; at 2 s it is taken away. By hand: u1 = 1 - exp(-t) until 1; the charge that the
// source gives is in the first capacitor or was taken by the branch; from 2 s on 1 - u1 falls as exp(-t) again.
//
// simulate: --stop-time 3 --tolerance 1e-9 --interval 0.5
// expect: c1.v(1) = 0.632120558829 +- 1e-7
// expect: second.v(1) = 0 +- 1e-9
// expect: rest = 0 +- 1e-6
// expect: balance(2) = 0 +- 1e-7
// expect: balance(3) = 0 +- 1e-7
// expect: isThere(0.5) = 0
// expect: isThere(1.5) = 1
// expect: isThere(2.5) = 0
model ComponentThatComes
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Source
    Pin p;
  equation
    p.i = p.v - 1;
  end Source;
  model Capacitor
    Pin p;
    Real v(start = 0, fixed = true) = p.v;
  equation
    der(v) = p.i;
  end Capacitor;
  model Branch
    Pin p;
    Real v(start = 0, fixed = true);
  equation
    der(v) = p.i;
    p.v - v = p.i;
  end Branch;
  Boolean isThere(start = false, fixed = true) annotation(__Tarn(structural = true));
  Source source;
  Capacitor c1;
  Branch second if isThere;
  Real charge(start = 0, fixed = true), taken(start = 0, fixed = true);
  discrete Real u2(start = 0, fixed = true);
  Real rest = if time > 2.1 then 1 - c1.v - (1 - u2)*exp(2 - time) else 0;
  Real balance = charge - c1.v - taken;
equation
  connect(source.p, c1.p);
  connect(source.p, second.p);
  der(charge) = -source.p.i;
  der(taken) = -source.p.i - c1.p.i;
  when time > 1 then
    isThere = true;
    u2 = pre(u2);
  elsewhen time > 2 then
    isThere = false;
    u2 = c1.v;
  end when;
end ComponentThatComes;
