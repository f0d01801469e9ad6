model BooleanEqualsReal
  Boolean b;
equation
  b = 2.5;  // error[E0301]: the sides of the equation have the types 'Boolean' and 'Real'
end BooleanEqualsReal;
