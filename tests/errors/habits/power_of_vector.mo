// A power of every element.
model PowerOfVector
  Real v[2] = {1, 2};
  Real w[2] = v^2;  // error[E0302]: '^' is not defined for the types 'Real[2]' and 'Integer': '^' needs a number or a square matrix; element by element it is '.^'
end PowerOfVector;
