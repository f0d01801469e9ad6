// 7.1: what is inherited twice must be the same, with its sizes, its conditions, and what extends
// clauses say about parts of it. A number that is written in another way is the same number.
model Part
  parameter Real k = 1;
end Part;
model A
  parameter Boolean has = true;
  parameter Integer n = 2;
  Real x[n] = fill(1, n);
  Real y = 1 if has;
  Part part;
  parameter Real same = 3;
end A;
model B
  parameter Boolean has = true;
  parameter Integer n = 2;
  Real x[n + 1] = fill(1, n);  // error[E0221]: 'M' has two different declarations of 'x'
  Real y = 1 if not has;  // error[E0221]: 'M' has two different declarations of 'y'
  Part part;  // error[E0221]: 'M' has two different declarations of 'part'
  parameter Real same = 3;
end B;
model Equal
  extends A(part(k = 2));
  extends A(part.k = 2.0);
end Equal;
model M
  extends A(part(k = 2), same = 4);
  extends B(part.k = 3, same = 4.0);
  Equal equal;
end M;
