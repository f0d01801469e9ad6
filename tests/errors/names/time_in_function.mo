function clock
  output Real t;
algorithm
  t := time;  // error[E0200]@8: 'time' can only be used in models and blocks, not in a function
end clock;
model M
  Real x = clock();
end M;
