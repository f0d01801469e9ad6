model DerivativeOfADelay
  Real y = delay(time^2, 0.5), v; // error[E0503]: this equation constrains states and must be differentiated, but 'time^2 at time - 0.5' has no derivative
equation
  v = der(y);
end DerivativeOfADelay;
