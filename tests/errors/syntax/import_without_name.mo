model M
  import A.;  // error[E0101]@12: expected a name after '.' instead of ';'
end M;
