// Zero over a parameter that is zero has no value, though zero over any other number is zero.
// simulate: --set p=0
// expect: status = 3
// expect: error zero_over_zero_parameter.mo:9:
// expect: error division by zero
model ZeroOverZeroParameter
  parameter Real p = 2;
  final constant Real none = 0;
  Real y = 1 + none/p;
end ZeroOverZeroParameter;
