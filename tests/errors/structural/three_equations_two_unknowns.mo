model ThreeEquationsTwoUnknowns
  Real a, b;
equation
  a + b = time;
  a - b = 1;
  a*b = 2;  // error[E0501]: 3 equations for 'a' and 'b'
end ThreeEquationsTwoUnknowns;
