// What array functions ask of the sizes and types of their arguments; reference: specification section 10.3
model ShapesOfArguments
  Real a[2, 3] = fill(time, 2, 3);
  Real b[2, 2, 2] = fill(time, 2, 2, 2);
  Real s[2, 3] = symmetric(a); // error[E0303]: 'symmetric' is not defined for arguments of type 'Real[2, 3]'
  Real m[2, 2] = matrix(b); // error[E0303]: 'matrix' is not defined for arguments of type 'Real[2, 2, 2]'
  Real v[6] = vector(a); // error[E0303]: 'vector' is not defined for arguments of type 'Real[2, 3]'
  Real c = scalar({1, 2}); // error[E0303]: 'scalar' is not defined for arguments of type 'Integer[2]'
  Real d[2, 2] = diagonal({true, false}); // error[E0303]: 'diagonal' is not defined for arguments of type
  Real l[1] = linspace(0, 1, 1); // error[E0303]: 'linspace' is not defined for arguments of type
  Real k[3] = cross({1, 2}, {3, 4}); // error[E0303]: 'cross' is not defined for arguments of type
  Real w[3, 3] = skew({1, 2, 3, 4}); // error[E0303]: 'skew' is not defined for arguments of type
  Real o[2, 2] = outerProduct([1, 2], {1, 2}); // error[E0303]: 'outerProduct' is not defined for arguments of type
  Real t[2] = transpose({1, 2}); // error[E0303]: 'transpose' is not defined for arguments of type
  Real g[2] = cat(2, {1}, {2}); // error[E0303]: 'cat' is not defined for arguments of type
  Real z[:] = zeros(-1); // error[E0302]: the size -1 is negative
  Real wide[:] = vector(zeros(0, 3));
  Real flat[2, 3] = matrix(fill(time, 2, 3, 1));
  Real one = scalar([time]);
end ShapesOfArguments;
