// Two constraints between the same states, which agree in structure only: 2 sin(t) is not cos(t). There is no start.
// expect: status = 3
// expect: error no consistent start values
model ConstraintsThatRepeat
  parameter Real k = 1.5;
  Real x(start = 1), y(start = 2), a, b;
equation
  der(x) = a;
  der(y) = b;
  k*x + y = sin(time);
  2*k*x + 2*y = cos(time);
end ConstraintsThatRepeat;
