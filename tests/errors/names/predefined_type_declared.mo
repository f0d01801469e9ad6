model M
  type Real = Integer;  // error[E0238]@8: 'Real' is a predefined type and cannot be declared again
  Integer x = 1;
end M;
