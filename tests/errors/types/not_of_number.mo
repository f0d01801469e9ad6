model NotOfNumber
  Boolean b = not 1;  // error[E0303]: 'not' is not defined for '1' of type 'Integer'
end NotOfNumber;
