// Sizes that vary while the model runs are refused where they stand, whatever is done with the array.
model ArrayOfVaryingSize
  Integer n = integer(1 + time);
  Real A[3, 3] = ones(3, 3);
  Real v[3] = ones(3);
  Real product[3] = A*v[1:n]; // error[E0004]: an array whose size is not known at compile time
  Real vector[3] = cross(v, v[1:n]); // error[E0004]: an array whose size is not known at compile time
  Real matrix[3, 3] = skew(v[1:n]); // error[E0004]: an array whose size is not known at compile time
  Real sum[3] = v + v[1:n]; // error[E0004]: an array whose size is not known at compile time
  Real one = scalar(v[n:n]); // error[E0004]: an array whose size is not known at compile time
end ArrayOfVaryingSize;
