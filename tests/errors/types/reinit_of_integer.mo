model ReinitOfInteger
  Integer n(start = 1, fixed = true);
equation
  when time > 1 then
    reinit(n, 2);  // error[E0301]: 'reinit' needs a Real variable, not 'n'
  end when;
end ReinitOfInteger;
