// check: -L tests/libraries
model M
  Spring.Rigid r;  // error[E0200]@3: 'Spring' is not declared
end M;
