// 12.2: inputs and outputs alone are public. A constant or parameter can only be meant as a local
// one: it is that, with a warning.
function scaled
  constant Real k = 2; // warning[E0229]@17: 'k' is a public component of the function 'scaled'
  parameter Real p = 3; // warning[E0229]@18: 'p' is a public component of the function 'scaled'
  input Real x;
  output Real y = k*p*x;
end scaled;

model PublicConstant
  Real z = scaled(time);
end PublicConstant;
