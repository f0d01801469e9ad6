model M
  Real x;
  String s = "a
b";
// c
end M;
