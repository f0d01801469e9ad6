// An unknown far below its nominal value, which is 1 where nobody says another: it is found all the
// same, and neither stays where it started nor behind what it depends on.
// The number: x = sqrt(p*(1 + time)).
model FarBelowNominal
  parameter Real p = 1e-40;
  Real x(start = 1e-19);
equation
  x^2 = p*(1 + time);
  annotation(experiment(StopTime = 1));
end FarBelowNominal;
// expect: x(1.0) = 1.414213562e-20 +- 1e-26
