// 8.3.5: a parameter does not change at events.
model WhenSetsAParameter
  parameter Real p = 2;
equation
  when time > 1 then
    p = 3; // error[E0506]@5: the left side of an equation inside when must be a variable
  end when;
end WhenSetsAParameter;
