model M
  Boolean b = 0 < time < 1;  // error[E0113]@24: relations cannot be chained: write a < b and b < c
end M;
