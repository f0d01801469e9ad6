model NoElse
  Real x;
equation
  if time < 1 then  // error[E0315]: the if-equation has 1 equation if the condition holds and none otherwise; an 'else' branch
    x = 1;
  end if;
end NoElse;
