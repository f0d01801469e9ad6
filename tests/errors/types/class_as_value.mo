package P
  constant Real c = 1;
end P;
model ClassAsValue
  Real x;
equation
  x = P;  // error[E0310]: 'P' is a class, not a value
end ClassAsValue;
