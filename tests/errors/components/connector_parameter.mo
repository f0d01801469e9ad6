model M
  connector Signal
    input Real u = 1;
  end Signal;
  parameter Signal s;  // error[E0227]: the connector 's' cannot be declared 'parameter'
end M;
