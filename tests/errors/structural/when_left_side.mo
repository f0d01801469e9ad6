model WhenLeftSide
  Real x(start = 0, fixed = true);
equation
  when time > 1 then
    2*x = 3;  // error[E0312]: inside 'when' the left side of an equation must be a variable, not '2*x'
  end when;
end WhenLeftSide;
