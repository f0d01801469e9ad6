model M
  Real x = 2^time^2;  // error[E0113]@18: a power of a power needs parentheses: (a^b)^c or a^(b^c)
end M;
