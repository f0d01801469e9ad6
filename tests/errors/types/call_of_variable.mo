model CallOfVariable
  Real x = time;
  Real y;
equation
  y = x(2);  // error[E0309]: 'x' is no function
end CallOfVariable;
