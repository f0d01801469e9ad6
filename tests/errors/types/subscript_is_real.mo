model SubscriptIsReal
  Real x[3] = {1, 2, 3}*time;
  Real y;
equation
  y = x[1.5];  // error[E0307]: a subscript must be an Integer, an enumeration value or a Boolean, but
end SubscriptIsReal;
