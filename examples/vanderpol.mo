// The oscillator of Van der Pol: damped where |x| > 1, excited where |x| < 1.
//
// What to look at: from any start but the origin the solution runs into the same closed curve, the
// limit cycle. Draw the velocity against the position, or change the damping without compiling
// again; with a large mu the problem becomes stiff, and the steps of an explicit method
// collapse while an implicit one walks on:
//
//   tarn simulate examples/vanderpol.mo --set mu=1000 --stop-time 3000 --method bdf
//   tarn simulate examples/vanderpol.mo --set mu=1000 --stop-time 3000 --method dopri5
//
// The numbers: for mu = 1 the limit cycle has the amplitude 2.008619860874843 and the period
// 6.663286859323130 (computed to many digits in the literature on perturbation series, for example
// by Andersen and Geer, 1982). This model starts on the cycle and ends after one period.
//
// expect: x(end) = 2.008619860874843 +- 1e-5
// expect: v(end) = 0 +- 1e-4
// expect: states = {v, x}
model VanDerPol "Oscillator with nonlinear damping"
  parameter Real mu = 1 "strength of the damping";
  Real x(start = 2.008619860874843, fixed = true) "position";
  Real v(start = 0, fixed = true) "velocity";
equation
  der(x) = v;
  der(v) = mu*(1 - x^2)*v - x;
  annotation(experiment(StopTime = 6.663286859323130, Tolerance = 1e-8));
end VanDerPol;
