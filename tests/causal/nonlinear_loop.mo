// x*y = a, x + y = b: with one of the two known the other follows; one is iterated on.
// expect: loops = {2}
// expect: kinds = {nonlinear}
// expect: tearing = 1
model NonlinearLoop
  Real x(start = 3), y(start = 1);
equation
  x*y = 2 + time;
  x + y = 4;
end NonlinearLoop;
