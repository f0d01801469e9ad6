model ReinitOfAlgebraic
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = 2*time;
  when x < 0.5 then
    reinit(y, 3);  // error[E0516]: 'y' follows from other states and cannot be set by reinit
  end when;
end ReinitOfAlgebraic;
