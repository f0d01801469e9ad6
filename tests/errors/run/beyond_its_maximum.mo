// simulate: --stop-time 1
model BeyondItsMaximum
  Real x(max = 0.5) = time;  // warning[E0710]: 'x' is 0.502 at time 0.502, above its max = 0.5
end BeyondItsMaximum;
