model M
  model Box
    Real x = 1;
  end Box;
  record Data = Box;  // error[E0212]: the record 'Data' cannot be defined by the model 'M.Box'
  Data d;
end M;
