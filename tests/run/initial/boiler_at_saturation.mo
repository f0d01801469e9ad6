// Steady evaporator of a small medium: liquid below h = 4e5, vapour above 26e5, between them the temperature of saturation,
// T = 373 + 1e-4*(p - 1e5). Planted: feed 0.5 kg/s at 1e5 J/kg, heat 1e6 W, so h = 21e5; wall by 2e4 W/K.
// expect: h(start) = 2100000.0 +- 1
// expect: T(start) = 383.0 +- 1e-6
// expect: Tw(start) = 433.0 +- 1e-5
model BoilerAtSaturation
  Real h(start = 1e5, nominal = 1e6), T(start = 293), Tw(start = 293), p = 2e5, Q = 1e6;
equation
  T = if h < 4e5 then 383 - (4e5 - h)/4200 elseif h < 26e5 then 373 + 1e-4*(p - 1e5) else 383 + (h - 26e5)/2000;
  0.5*(h - 1e5) = 2e4*(Tw - T);
  Q = 2e4*(Tw - T);
end BoilerAtSaturation;
