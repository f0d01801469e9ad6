// What follows from time alone is computed once for each time: `moving` has the rest, for other states at that time.
// What depends on a state, an input or on the past is part of it, and so is what follows from these.
// count in derivatives: 3 call TimeAlone.Sky
// count in derivatives: 1 <- sin
// count in moving: 0 call TimeAlone.Sky
// count in moving: 0 <- sin
// count in moving: 1 <- exp
// count in moving: 1 <- tanh
// count in moving: 1 delayed
// count in moving: 1 <- cos
model TimeAlone
  function Sky
    input Real t;
    input Integer k;
    output Real y;
  algorithm
    y := t;
    for i in 1:k loop
      y := 0.5*y + cos(i*y);
    end for;
  end Sky;
  input Real u;
  Real x(start = 1, fixed = true);
  Real a = Sky(time, 3), b = Sky(a, 4), c = Sky(a + b, 5), s = sin(time)*c;
  Real e = exp(x), f = s*tanh(u), g = cos(delay(x, 1) + s);
equation
  der(x) = -x*e + s + f + g;
end TimeAlone;
