// div and mod of Integers by zero have no value: the run stops there and names the expression.
// reference: specification section 3.7.2, the quotient must have a divisor
// expect: status = 3
// expect: error at time 0.5
// expect: error division_by_zero.mo:11:
// expect: error division by zero in 'mod(5, n)'
// expect: m(0.4) = 0
model DivisionByZero
  Integer n = if time < 0.5 then 1 else 0;
  Integer safe = if n <> 0 then div(5, n) else 7;
  Integer m = mod(5, n);
end DivisionByZero;
