model AddUnlikeTypes
  Real x = 1 + true;  // error[E0303]: '+' is not defined for the types 'Integer' and 'Boolean': the types of the
end AddUnlikeTypes;
