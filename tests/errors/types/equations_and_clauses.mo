// Chapters 8 and 3.7: what equations cannot say.
model Equations
  Real x, y(start = 1), z;
  Integer n(start = 0);
  Boolean b = time > 1;
  Real c[2];
  Real p = pre(2*n); // error[E0308]@16: 'pre' needs a variable, not '2*n'
  Boolean q = edge(not b); // error[E0308]@20: 'edge' needs a variable, not 'not b'
  Real late[2] = delay(c, time); // error[E0304]@27: the delay time, without a maximum, must be a parameter expression, but 'time' is continuous-time
equation
  if time > 1 then // error[E0315]@3: the branches of the if-equation have 2 and 1 equations; they must have as many unless the condition can be evaluated at compile time
    x = 1;
    z = 2;
  else
    x = 3;
  end if;
  if b then // error[E0315]@3: the if-equation has 1 equation if the condition holds and none otherwise; an 'else' branch is missing, or the condition must be known at compile time
    c[1] = 1;
  end if;
  if time > 2 then // error[E0315]@3: the if-equation has 1 equation if the condition holds and none otherwise; an 'else' branch is missing, or the condition must be known at compile time
    when b then
      n = 3;
    end when;
  end if;
  when b then
    y + 1 = 2*time; // error[E0312]@5: inside 'when' the left side of an equation must be a variable, not 'y + 1'
    when b then // error[E0312]@5: 'when' is not allowed inside another 'when'
      n = 2;
    end when;
  end when;
  when time > 3 then
    reinit(2*y, 3); // error[E0301]@12: 'reinit' needs a Real variable, not '2*y'
    reinit(n, 3); // error[E0301]@12: 'reinit' needs a Real variable, not 'n'
  end when;
  reinit(y, 2); // error[E0312]@3: 'reinit' is only allowed inside 'when'
  c = {1, 2, 3}; // error[E0302]@3: the sides of the equation have the types 'Real[2]' and 'Integer[3]'
  (x, y) = z; // error[E0308]@3: 2 results are asked for, but the call has 1
  for k in n:3 loop // error[E0305]@12: the value of 'n' is needed at compile time, but it is no parameter
    c[k] = 1;
  end for;
end Equations;
