model M
  Real x[2](final each start = 1);  // error[E0115]@19: 'each' stands before 'final'
end M;
