// The equation for x has two solutions, and the guess is nearer to the one that makes y negative, which its limit excludes: x = 2, y = 3.
// Nobody iterates on y. In an array, too, where both elements choose.
// expect: x(start) = 2 +- 1e-9
// expect: y(start) = 3 +- 1e-9
// expect: u[1](start) = 1.4142135623730951 +- 1e-9
// expect: u[2](start) = 1.7320508075688772 +- 1e-9
model LimitOfWhatFollows
  Real x(start = -1), y(min = 0), u[2](each start = -1), w[2](each min = 0);
equation
  x^2 + 0.1*(x - 2) = 4;
  y = x + 1;
  u .^ 2 = {2, 3};
  w = 2*u;
end LimitOfWhatFollows;
