model "nameless"
  Real x;
end M;
