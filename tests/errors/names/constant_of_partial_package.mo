partial package Medium
  constant Real density = 1000;
end Medium;
model M
  Real d = Medium.density;  // error[E0230]@19: 'density' belongs to the partial class 'Medium'
end M;
