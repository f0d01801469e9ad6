// check: --strict
// 12.2: inputs and outputs alone are public.
function scaled
  constant Real k = 2; // error[E0229]@17: 'k' is a public component of the function 'scaled'
  input Real x;
  output Real y = k*x;
end scaled;

model PublicConstantStrict
  Real z = scaled(time);
end PublicConstantStrict;
