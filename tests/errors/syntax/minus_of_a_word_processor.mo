model M
  Real x = 2 − time;  // error[E0109]@14: this minus sign is not the one of the keyboard
end M;
