// Protected elements are not for others (4.1). What is there can be meant in one way only: a warning.
model M
  model Tank
    Real width = 2;
  protected
    Real level = time;
  end Tank;
  package P
  protected
    constant Real secret = 42;
  end P;
  Tank t;
  Real x = t.level;  // warning[E0203]@14: 'level' is protected in 'M.Tank'
  Real y = P.secret;  // warning[E0203]@14: 'secret' is protected in 'M.P'
  Tank s(level = 3);  // warning[E0203]@10: 'level' is protected and must not be modified from outside
end M;
