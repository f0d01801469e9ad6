// 12.4.4: the body gives its result another size than the declaration says, in a call that stands alone; a function that is written
// out in the equations is no exception.
//
// expect: status = 3
// expect: error size_of_a_result.mo:13:
// expect: error the sizes of the two sides of the assignment to 'z' differ
model SizeOfAResult
  function difference
    input Real x[:];
    input Real y[:];
    output Real z[2];
  algorithm
    z := x .- y;
  end difference;
  Real a[3] = {1, 2, time};
equation
  difference(a, a);
end SizeOfAResult;
