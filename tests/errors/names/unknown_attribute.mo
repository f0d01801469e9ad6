model M
  Real x(strat = 1) = time;  // error[E0207]@10: 'Real' has no element 'strat' to modify
end M;
