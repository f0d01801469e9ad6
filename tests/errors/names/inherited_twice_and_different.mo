model A
  parameter Real k = 1;
end A;
model B
  parameter Real k = 2;  // error[E0221]@18: 'M' has two different declarations of 'k'
end B;
model M
  extends A;
  extends B;
  Real x = k;
end M;
