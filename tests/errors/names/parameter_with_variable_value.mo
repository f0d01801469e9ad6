model M
  Real x = time;
  parameter Real p = x;  // error[E0304]@22: the parameter 'p' cannot have a value that is continuous-time
end M;
