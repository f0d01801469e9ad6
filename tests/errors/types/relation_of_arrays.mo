model RelationOfArrays
  Real a[2] = {time, 1};
  Boolean b;
equation
  b = a > {0, 0};  // error[E0302]: '>' is not defined for the types 'Real[2]' and 'Integer[2]': relations
end RelationOfArrays;
