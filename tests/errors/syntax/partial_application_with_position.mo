model M
  Real x = g(function f(1));  // error[E0101]@25: after 'function' all arguments are named: name = value
end M;
