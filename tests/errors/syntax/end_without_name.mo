model M
  Real x;
equation
  x = 1;
end;  // error[E0104]@4: the class 'M' ends with 'end M'
