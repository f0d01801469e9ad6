// A structural variable chooses among redeclarations. A car of mass 1 brakes from 10 m/s: on a dry road with a constant force 4, on ice with 1, then
// in water with a drag of 2*v. By hand: v = 10 - 4t until 1 s (v = 6), 6 - (t - 1) until 2 s (v = 5), 5 exp(-2(t - 2)) behind it.
// The tyre in the water has a state of its own, the heat, which the others do not have: its energy is 12.5 (1 - exp(-4(t - 2))).
//
// simulate: --stop-time 3 --tolerance 1e-9 --interval 0.5
// expect: v(0.5) = 8 +- 1e-7
// expect: v(1.5) = 5.5 +- 1e-7
// expect: v(3) = 0.67667641618 +- 1e-7
// expect: tyre.heat(3) = 12.2710545139 +- 1e-6
// expect: road(0.5) = 1
// expect: road(3) = 3
// expect: speed.y(0.5) = 8 +- 1e-7
// expect: speed.y(3) = 6.7667641618 +- 1e-6
model ChosenRedeclaration
  type Road = enumeration(dry, ice, water);
  partial model Tyre
    input Real v;
    Real f;
  end Tyre;
  model Dry
    extends Tyre;
    parameter Real mu = 0.4;
  equation
    f = 10*mu;
  end Dry;
  model Wet
    extends Tyre;
    Real heat(start = 0, fixed = true);
  equation
    f = 2*v;
    der(heat) = f*v;
  end Wet;
  partial block Gauge
    input Real u;
    output Real y;
  end Gauge;
  block Plain
    extends Gauge;
  equation
    y = u;
  end Plain;
  block Tenfold
    extends Gauge;
  equation
    y = 10*u;
  end Tenfold;
  Road road(start = Road.dry, fixed = true) annotation(__Tarn(structural = true));
  Boolean isSlow(start = false, fixed = true) annotation(__Tarn(structural = true));
  replaceable Dry tyre(v = v) constrainedby Tyre(v = v) annotation(
    choices(choice(redeclare Dry tyre), choice(redeclare Dry tyre(mu = 0.1) "on ice"), choice(redeclare Wet tyre)),
    __Tarn(choice = road));
  replaceable block Shown = Plain constrainedby Gauge annotation(
    choices(choice(redeclare block Shown = Plain), choice(redeclare block Shown = Tenfold)), __Tarn(choice = isSlow));
  Shown speed(u = v);
  Real v(start = 10, fixed = true);
equation
  der(v) = -tyre.f;
  when time >= 1 then
    road = Road.ice;
  elsewhen time >= 2 then
    road = Road.water;
  end when;
  when time >= 2 then
    isSlow = true;
  end when;
end ChosenRedeclaration;
