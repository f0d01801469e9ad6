// A product of matrices written out: few variables, and ten million terms of the second equation.
// check: --max-memory 0.05
model EquationsTooLarge
  Real a[100, 100] = fill(time, 100, 100);
  Real b[100, 100];
equation
  b = a*a*a; // error[E0007]@3: the model is too large: to compile it up to here takes more than 0.05 GB of memory
end EquationsTooLarge;
