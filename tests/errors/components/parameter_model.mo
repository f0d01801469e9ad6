model M
  model Box
    Real x = 1;
  end Box;
  parameter Box b;  // error[E0227]: 'b' cannot be declared 'parameter': its class 'M.Box' is a model
end M;
