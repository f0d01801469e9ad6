model M
  model Part
    outer Real x;  // error[E0218]: 'x' is outer with 0 dimensions, but inner with 1
  end Part;
  inner Real x[2] = {1, 2};
  Part p;
end M;
