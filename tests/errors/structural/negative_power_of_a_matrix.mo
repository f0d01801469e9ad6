// 10.6.7: a square matrix has powers with whole exponents from 0 on.
model NegativePowerOfAMatrix
  Real M[2, 2] = {{1, 2}, {3, time}};
  Real i[2, 2] = M^(-1); // error[E0004]@18: a negative power of a matrix is not supported yet
end NegativePowerOfAMatrix;
