// A star point without a return makes the mean of the currents vanish, so the zero inductor is no
// state; the incidence does not show it: only the difference of two sums says i0 = 0.
// reference: the star point lies at the mean of the voltages, i[k] = (u[k] - mean(u))/R
// simulate: --stop-time 1 --intervals 4
// expect: states = 0
// expect: differentiated = 1
// expect: i0(1) = 0 +- 1e-12
// expect: v0(1) = 0 +- 1e-12
// expect: star(1) = 3 +- 1e-12
// expect: i[1](1) = -1 +- 1e-12
// expect: i[3](0.5) = 0 +- 1e-12
// expect: i[5](0.5) = 0.5 +- 1e-12
model ConstraintInASum
  parameter Integer m = 5;
  parameter Real R = 2, L = 0.1;
  Real u[m] = {k*time for k in 1:m};
  Real i[m], i0, v0, star;
equation
  m*i0 = sum(i);
  v0 = L*der(i0);
  for k in 1:m loop
    u[k] - star = R*i[k] + v0;
  end for;
  sum(i) = 0;
end ConstraintInASum;
