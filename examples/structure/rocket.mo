// A rocket with three stages, without gravity: each burns its propellant and is dropped with what it weighs empty; the states of its tank go with it.
//
// Independent: Tsiolkovsky's formula: each stage gives c*log(m before/m behind). Masses: payload 1; full stages 7, 20, 60 with 6, 18, 55 of propellant.
// 3*(log(88/33) + log(28/10) + log(8/2)) = 10.190229094
//
// simulate: --stop-time 40 --tolerance 1e-9
// expect: n(10) = 3
// expect: fuel[3](10) = 15 +- 1e-7
// expect: n(40) = 0
// expect: v(40) = 10.1902290939 +- 1e-6
// expect: difference(40) = 0 +- 1e-6
model Rocket
  parameter Real c = 3, rate = 4 "Speed of the jet, mass flow";
  parameter Real empty[3] = {1, 2, 5}, full[3] = {6, 18, 55} "The last is the first to burn";
  Integer n(start = 3, fixed = true) annotation(__Tarn(structural = true));
  Real fuel[n](start = full[1:n], each fixed = true);
  Real v(start = 0, fixed = true);
  Real mass = 1 + sum(empty[i] + fuel[i] for i in 1:n);
  Real difference = if n > 0 then 0 else v - c*(log(88/33) + log(28/10) + log(8/2));
equation
  if n > 0 then
    for i in 1:n loop
      der(fuel[i]) = if i == n then -rate else 0;
    end for;
    mass*der(v) = c*rate;
    when fuel[max(n, 1)] < 0 then
      n = pre(n) - 1;
    end when;
  else
    der(v) = 0;
    n = pre(n);
  end if;
end Rocket;
