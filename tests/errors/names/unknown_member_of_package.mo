package Constants
  constant Real gravity = 9.81;
end Constants;
model M
  Real g = Constants.gravty;  // error[E0201]@22: package 'Constants' has no element 'gravty'
end M;
