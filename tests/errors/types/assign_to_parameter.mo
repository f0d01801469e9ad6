model AssignToParameter
  parameter Real p = 1;
  Real x = time;
algorithm
  p := x;  // error[E0311]: 'p' cannot be assigned to: it is a parameter
end AssignToParameter;
