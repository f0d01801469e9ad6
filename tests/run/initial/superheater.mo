// The same medium with the heat that takes it through both boundaries: h = 1e5 + 14e5/0.5 = 29e5, T = 383 + 3e5/2000.
// expect: h(start) = 2900000.0 +- 1
// expect: T(start) = 533.0 +- 1e-6
model Superheater
  Real h(start = 1e5, nominal = 1e6), T(start = 293), Tw(start = 293);
equation
  T = if h < 4e5 then 383 - (4e5 - h)/4200 elseif h < 26e5 then 383 else 383 + (h - 26e5)/2000;
  0.5*(h - 1e5) = 2e4*(Tw - T);
  14e5 = 2e4*(Tw - T);
end Superheater;
