// Two inductors in series carry one current: a cut set of inductors, index two, one state less than there are inductors.
// check: --no-alias
// expect: index = 2
// expect: states = 1
// expect: differentiated = 1
model InductorsInSeries
  Real i1(start = 0), i2, u1, u2, uR;
equation
  2*der(i1) = u1;
  3*der(i2) = u2;
  uR = 5*i1;
  i1 = i2;
  10 = u1 + u2 + uR;
end InductorsInSeries;
