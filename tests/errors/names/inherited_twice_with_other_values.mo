// 7.1: what is inherited twice must be the same, modifiers included; which value would count?
model A
  parameter Real k = 1;  // error[E0221]@18: 'M' has two different declarations of 'k'
end A;
model B
  extends A;
end B;
model C
  extends A;
end C;
model M
  extends B;
  extends C(k = 3);
  Real x = k;
end M;
