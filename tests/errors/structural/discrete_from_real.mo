model DiscreteFromReal
  Integer n;
  Real x;
equation
  x = n + time;
  x = 3*time;  // error[E0501]: 2 equations for 'x'
end DiscreteFromReal;
