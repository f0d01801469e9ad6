package P
  Real x = 1;  // error[E0229]@8: the package 'P' cannot contain components that are not constant
  constant Real c = 1;
end P;
model M
  Real y = P.c;
end M;
