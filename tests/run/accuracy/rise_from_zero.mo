// A nuclide that nothing had made before time 21600: it rises from zero by 1e14 a second, less than
// a step of the clock away from what the tolerance of a small value allows. What switches asks for
// the multistep method, which finds no first step; the run goes on with another.
// expect: c(21601) = 1e11 +- 2e6
// expect: b(21601) = 2 +- 1e-6
model RiseFromZero
  Real c(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(c) = (if time >= 21600 then 1e14 else 0) - 1e3*c;
  der(b) = if c > 1 then 1 else 0;
  annotation(experiment(StopTime = 21601));
end RiseFromZero;
