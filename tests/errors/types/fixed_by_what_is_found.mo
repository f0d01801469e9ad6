// 4.4.4 and 8.6: whether a start value is fixed decides about the initial equations, and cannot wait for their solution.
model FixedByWhatIsFound
  parameter Integer k(fixed = false);
  Real x(start = 1, fixed = k > 2); // error[E0305]@8: the attribute 'fixed' depends on what is not known at compile time
initial equation
  k = 3;
equation
  der(x) = 0;
end FixedByWhatIsFound;
