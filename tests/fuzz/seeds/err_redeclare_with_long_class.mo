model M
  A a(redeclare model B end B);
end M;
