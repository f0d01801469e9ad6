model ConditionIsNumber
  Real x;
equation
  x = if 1 then 2 else 3;  // error[E0301]: the condition must be of type 'Boolean', but '1' is of type 'Integer'
end ConditionIsNumber;
