model ReinitOfAlgebraic
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = 2*x;
  when x < 0.5 then
    reinit(y, 3);  // error[E0516]: 'y' is not a state and cannot be set by reinit: it is never differentiated
  end when;
end ReinitOfAlgebraic;
