model SubscriptOutside
  Real x[3] = {1, 2, 3}*time;
  Real y;
equation
  y = x[4];  // error[E0307]: subscript 4 is outside 1:3
end SubscriptOutside;
