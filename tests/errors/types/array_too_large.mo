// The product of the sizes is beyond 2^32, and each size is small.
model ArrayTooLarge
  Real x[65537, 65536]; // error[E0302]@8: 'x' has more than 10000000 elements
  Real y = x[3, 5];
equation
  for i in 1:2 loop
    x[i, 1] = i;
  end for;
end ArrayTooLarge;
