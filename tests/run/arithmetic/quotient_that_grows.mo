// An infinite value is none. At 0.5, a point of the output grid, 1/(0.5 - t) has a pole.
// simulate: --intervals 4
// expect: status = 3
// expect: error stopped at time 0.5
// expect: error 'y' = inf
// expect: y(0.25) = 4
model QuotientThatGrows
  Real y = 1/(0.5 - time);
end QuotientThatGrows;
