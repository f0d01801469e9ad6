model M
  block Box
    Real x = 1;
  end Box;
  output Box b;  // error[E0227]: 'b' cannot be declared 'output': its class 'M.Box' is a block
end M;
