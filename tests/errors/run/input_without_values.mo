// A model with inputs that nobody gives runs, and says so once, at the first of them; what --set gives
// is given.
// simulate: --set k=2
model InputWithoutValues
  input Real k;
  input Real u(start = 1); // warning[E0731]@14: inputs of the model without values: 'u', 'v[1]', 'v[2]' stay at their start values
  input Real v[2];
  Real x = k*(u + v[1] + v[2]);
end InputWithoutValues;
