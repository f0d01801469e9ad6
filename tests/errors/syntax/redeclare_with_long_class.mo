model M
  A a(redeclare model B end B);  // error[E0101]@25: in a modifier a class is redeclared in the short form: B = Other
end M;
