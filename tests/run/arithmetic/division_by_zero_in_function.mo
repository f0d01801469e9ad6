// The same in a function, element by element of an array.
// expect: status = 3
// expect: error at time 0.25
// expect: error division_by_zero_in_function.mo:15:
// expect: error division by zero in 'div(a, n)'
// expect: y(0.2) = 12
model DivisionByZeroInFunction
  function f
    input Integer a[:];
    input Integer n;
    output Integer y;
  algorithm
    y := 0;
    for k in 1:2 loop
      y := y + sum(div(a, n));
    end for;
  end f;
  Integer y = f({1, 2, 3}, 1 - integer(4*time));
end DivisionByZeroInFunction;
