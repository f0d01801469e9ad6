model M
  stream Real h = 1;  // error[E0227]: 'h' cannot be declared 'stream' in the model 'M'
end M;
