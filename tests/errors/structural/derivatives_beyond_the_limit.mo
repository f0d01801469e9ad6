// A chain of derivatives that has a solution, but needs more of them than are made: a limit, not a verdict about the model.
model DerivativesBeyondTheLimit
  Real x[120];
equation
  x[1] = sin(time); // error[E0519]: this equation was differentiated 100 times, the most that is done
  for i in 2:120 loop
    x[i] = der(x[i - 1]);
  end for;
end DerivativesBeyondTheLimit;
