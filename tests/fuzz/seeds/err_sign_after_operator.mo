model M
  Real x = 2*-time;
end M;
