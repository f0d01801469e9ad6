model AlgorithmAndEquation
  Real x;
algorithm  // error[E0501]: 2 equations for 'x'
  x := time;
equation
  x = 2*time;
end AlgorithmAndEquation;
