model M
  extends A "base";  // error[E0101]@13: an extends-clause has no description string
end M;
