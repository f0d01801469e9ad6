// What is chosen by a variable without a value hangs on it, in conditions, subscripts and calls.
function chosen
  input Real x;
  output Real y;
protected
  Real a; // error[E0239]@8: the variable 'a' of the function 'chosen' is read before it is set
algorithm
  if a > x then
    y := 1;
  else
    y := 2;
  end if;
  a := x;
end chosen;

model ChoiceByWhatIsNotSet
  Real y = chosen(time);
end ChoiceByWhatIsNotSet;
