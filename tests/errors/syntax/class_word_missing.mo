M  // error[E0103]@1: 'model', 'package' or another class word is missing before 'M'
  Real x;
end M;
