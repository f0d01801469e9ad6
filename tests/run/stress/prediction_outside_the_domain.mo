// The first prediction of an implicit step is negative, where sqrt has no value, before there is
// any Jacobian: a shorter step helps, the same one again does not. Closed form exp(-1e4 t).
// simulate: --stop-time 1e-3 --method bdf
// expect: y(1e-3) = 4.5399929762e-8 +- 1e-7
model PredictionOutsideTheDomain
  Real y(start = 1e-3, fixed = true, nominal = 1);
equation
  der(y) = -1e4*sqrt(y)*sqrt(y);
end PredictionOutsideTheDomain;
