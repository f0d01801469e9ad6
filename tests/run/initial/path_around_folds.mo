// Damped Newton steps end at a fold of y^3 - 3*y, descents in its valley: the way to the other side
// leads back in lambda. Both solutions were found by Newton's method from a grid of guesses; this
// is the one on the side of the guess in x.
// expect: x(0) = -2.970744934 +- 1e-6
// expect: y(0) = 2.013584596 +- 1e-6
model PathAroundFolds
  Real x(start = -2.1), y(start = -2.3);
equation
  1.8*x^2 - 0.7*sin(2*x) - 0.85*atan(5*y) = 14.4;
  0.7*(y^3 - 3*y) + 1.2*y^2 + 0.5*atan(5*x) = 5.6;
end PathAroundFolds;
