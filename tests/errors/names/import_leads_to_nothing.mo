package P
  constant Real c = 1;
end P;
model M
  import P.d;  // error[E0215]@10: the import leads to nothing: there is no 'd'
  Real x = d;
end M;
