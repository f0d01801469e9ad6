model WhenInsideWhen
  discrete Real x, y;
equation
  when time > 1 then
    x = 1;
    when time > 2 then  // error[E0312]: 'when' is not allowed inside another 'when'
      y = 2;
    end when;
  end when;
end WhenInsideWhen;
