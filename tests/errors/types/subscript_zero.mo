model SubscriptZero
  parameter Integer k = 0;
  Real x[3] = {1, 2, 3}*time;
  Real y;
equation
  y = x[k];  // error[E0307]: subscript 0 is outside 1:3
end SubscriptZero;
