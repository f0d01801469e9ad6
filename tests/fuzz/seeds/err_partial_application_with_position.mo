model M
  Real x = g(function f(1));
end M;
