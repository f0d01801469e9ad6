// An attribute takes a value; what else is said about it would be lost.
model M
  Real x(start(limit = 1)) = time;         // error[E0207]@16: the attribute 'start' has no element 'limit' to modify
  Real y(redeclare Real start = 1) = time; // error[E0207]@25: the attribute 'start' cannot be redeclared: give it a value
end M;
