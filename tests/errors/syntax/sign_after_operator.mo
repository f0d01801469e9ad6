model M
  Real x = 2*-time;  // error[E0113]@14: '-' after another operator needs parentheses
end M;
