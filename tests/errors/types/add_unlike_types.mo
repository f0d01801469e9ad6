model AddUnlikeTypes
  Real x = 1 + true;  // error[E0303]: '+' is not defined for the types 'Integer' and 'Boolean': arithmetic needs numbers; a Boolean becomes one by 'if .. then 1 else 0'
end AddUnlikeTypes;
