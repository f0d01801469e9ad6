// Values, start values and limits that measure something else than the variable.
model Bindings
  type Length = Real(final unit = "m");
  type Mass = Real(final unit = "kg");
  parameter Length L = 2;
  parameter Mass m = L;  // warning[E0330]: a variable and its value have different units: 'm' is kg, 'L' is m
  parameter Real t0(unit = "s") = L/2;  // warning[E0330]: a variable and its value have different units: 't0' is s, 'L/2.0' is m
  constant Real c(unit = "m/s") = 3e8;
  parameter Real half(unit = "s") = c/2;  // warning[E0330]: a variable and its value have different units: 'half' is s, 'c/2.0' is m/s
  Real h(unit = "m", start = m, fixed = true, max = t0);  // warning[E0330]: a variable and its attribute 'start' have different units: 'h' is m, 'm' is kg  // warning[E0330]: a variable and its attribute 'max' have different units: 'h' is m, 't0' is s
  Real vector[3](each unit = "m") = {L, L, m};  // warning[E0330]: a variable and its value have different units: 'vector' is m, 'm' is kg
  Real speed(unit = "m/s") = L;  // warning[E0330]: a variable and its value have different units: 'speed' is m/s, 'L' is m
equation
  der(h) = -1;
end Bindings;
