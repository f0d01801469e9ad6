model FixedStartsDiffer
  Real x(start = 1, fixed = true);  // error[E0509]: 'x' starts at 1 and 'y', which is equal to it, at 2; both are fixed
  Real y(start = 2, fixed = true);
equation
  x = y;
  der(x) = -x;
end FixedStartsDiffer;
