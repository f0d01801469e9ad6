// check: --strict
model Tank
protected
  Real level = time;
end Tank;
model M
  Tank t;
  Real x = t.level;  // error[E0203]@14: 'level' is protected in 'Tank'
end M;
