package P
protected
  constant Real c = 1;
end P;
model M
  import P.c;  // error[E0215]@10: 'c' is protected in 'P' and cannot be imported
  Real x = c;
end M;
