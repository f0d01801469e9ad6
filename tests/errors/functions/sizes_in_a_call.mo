// The body of the function gives its result another size than the declaration says.
model SizesInACall
  function difference
    input Real x[:];
    input Real y[:];
    output Real z[2];
  algorithm
    z := x .- y;
  end difference;
  Real a[3] = {1, 2, time};
equation
  difference(a, a); // error[E0302]: the sizes of the arguments do not fit the body of the function
end SizesInACall;
