package Outside
  constant Real g = 9.81;
end Outside;
encapsulated model M
  Real x = Outside.g;  // error[E0200]@12: 'Outside' is not declared
end M;
