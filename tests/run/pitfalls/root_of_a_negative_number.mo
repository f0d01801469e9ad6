// Beyond time 1 there is no real power: the run stops there and says where. reference: y = 1 - x^2.5
// expect: status = 3
// expect: y(0.5) = 0.82322330 +- 1e-4
model RootOfANegativeNumber
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = 2.5*x^1.5;
  annotation(experiment(StopTime = 2));
end RootOfANegativeNumber;
