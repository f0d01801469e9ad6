// 7.2.3: two arguments of a modification must not modify the same element or attribute.
model Base
  parameter Real k = 1;
  Real x(start = 1, min = 0);
equation
  der(x) = k;
end Base;

model ModifiedTwiceInExtends
  extends Base(
    k = 2,
    k = 3, // error[E0208]: 'k' is modified twice
    x.start = 2, x.min = 1,
    x(start = 3)); // error[E0208]: 'start' is modified twice
end ModifiedTwiceInExtends;
