model ReinitOutsideWhen
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  reinit(x, 1);  // error[E0312]: 'reinit' is only allowed inside 'when'
end ReinitOutsideWhen;
