// Functions of numbers and exponents; angles are numbers, but degrees are not radians.
model Numbers
  Real x(unit = "m") = 1, t(unit = "s") = 2, phi(unit = "rad") = 0.5, alpha(unit = "deg") = 30;
  Real w(unit = "rad/s") = 3, f(unit = "Hz") = 4;
  Real a, b, c, d, e, n, fine, ok;
  Real back(unit = "deg");
equation
  a = sin(x);  // warning[E0330]: 'sin' takes a number, but 'x' is m
  b = exp(-t);  // warning[E0330]: 'exp' takes a number, but '-t' is s
  c = cos(alpha);  // warning[E0330]: 'cos' takes a number, but 'alpha' is deg = 0.0174533
  d = tanh(x/t);  // warning[E0330]: 'tanh' takes a number, but 'x/t' is m/s
  e = 2^x;  // warning[E0330]: an exponent is a number, but 'x' is m
  n = atan(x*t);  // warning[E0330]: 'atan' takes a number, but 'x*t' is m.s
  fine = sin(phi) + cos(w*t) + sin(2*3.14159265358979*f*t) + exp(-x/x) + sin(time);
  ok = sin(x/x)^2;
  back = asin(x/(2*x));  // warning[E0330]: the sides of the equation have different units: 'back' is deg = 0.0174533, 'asin(x/(2.0*x))' is 1
end Numbers;
