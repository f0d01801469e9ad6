model M
  Real x start = 1;  // error[E0101]@10: unexpected 'start' after the declaration
equation
  der(x) = 1;
end M;
