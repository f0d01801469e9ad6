// One dimension, different units: a factor is missing, or the zero of the scale is another one.
model Scales
  Real x(unit = "m") = 1, T(unit = "K") = 300, t(unit = "s") = 60, n(unit = "rev/min");
  Real mm(unit = "mm"), km(unit = "km"), minutes(unit = "min"), p(unit = "Pa"), bar(unit = "bar");
  Real Tc(unit = "degC"), Tf(unit = "degF"), w(unit = "rad/s"), share(unit = "%");
  Real good_mm(unit = "mm"), good_c(unit = "degC"), dT(unit = "K");
equation
  mm = x;  // warning[E0330]: the sides of the equation have different units: 'mm' is mm = 0.001 m, 'x' is m
  km = x;  // warning[E0330]: the sides of the equation have different units: 'km' is km = 1000 m, 'x' is m
  minutes = t;  // warning[E0330]: the sides of the equation have different units: 'minutes' is min = 60 s, 't' is s
  p = 1e5;
  bar = p;  // warning[E0330]: the sides of the equation have different units: 'bar' is bar = 100000 kg/(m.s2), 'p' is Pa = kg/(m.s2)
  Tc = T;  // warning[E0330]: the sides of the equation have different units: 'Tc' is degC, 'T' is K
  Tf = Tc;  // warning[E0330]: the sides of the equation have different units: 'Tf' is degF, 'Tc' is degC
  w = 10;
  n = w;  // warning[E0330]: the sides of the equation have different units: 'n' is rev/min = 0.10472 1/s, 'w' is rad/s = 1/s
  share = x/x;  // warning[E0330]: the sides of the equation have different units: 'share' is % = 0.01, 'x/x' is 1
  good_mm = 1000*x;
  good_c = T - 273.15;
  dT = Tc - good_c;
end Scales;
