// check: --strict
model M
  model Gain
    parameter Real k = 1;
  end Gain;
  Gain g[3](k = 5);  // error[E0242]@17: the value for 'k' is for an array of components
end M;
