// A pendulum in one coordinate, the angle: an ordinary differential equation of second order,
// written as two of first order.
//
// What to look at: the total energy is computed along the way although nothing needs it. It must
// not change, so its drift shows how accurate the integration is. Try
//
//   tarn simulate examples/pendulum.mo --tolerance 1e-3 --plot energy.svg E
//   tarn simulate examples/pendulum.mo --tolerance 1e-9 --plot energy.svg E
//
// In the coordinates x and y of the bob the same pendulum would be a system of index three.
//
// The numbers: a pendulum released at the angle phi0 is back after the time
// 4 sqrt(L/g) K(sin(phi0/2)), where K is the complete elliptic integral of the first kind;
// for 90 degrees K = 1.8540746773013719. The experiment ends after one such period.
//
// expect: phi(end) = 1.5707963267948966 +- 1e-5
// expect: w(end) = 0 +- 1e-4
// expect: E(end) = 0 +- 1e-5
// expect: states = {phi, w}
model Pendulum "A point mass on a rod without mass"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real L(unit = "m") = 1 "length";
  parameter Real g(unit = "m/s2") = 9.81 "acceleration of free fall";
  Real phi(unit = "rad", start = 1.5707963267948966, fixed = true) "angle from the vertical";
  Real w(unit = "rad/s", start = 0, fixed = true) "angular velocity";
  Real E(unit = "J") "total energy; zero where the rod is horizontal";
equation
  der(phi) = w;
  m*L^2*der(w) = -m*g*L*sin(phi);
  E = m*L^2*w^2/2 - m*g*L*cos(phi);
  annotation(experiment(StopTime = 2.367841947576237, Tolerance = 1e-8));
end Pendulum;
