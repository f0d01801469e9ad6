function f
  input Real a;
  output Real y;
algorithm
  a := 2;  // error[E0311]: 'a' cannot be assigned to: it is an input of the function
  y := a;
end f;
model AssignToInput
  Real x = f(time);
end AssignToInput;
