model DiscreteState
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;  // error[E0513]: 'x' changes only at events, where a when-clause determines it, so it cannot be integrated;
  when time > 1 then
    x = 5;
  end when;
end DiscreteState;
