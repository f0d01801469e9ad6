model M
  block Gain
    parameter Real k = 1;
  end Gain;
  connector C
    Gain g;  // error[E0229]: the connector 'C' cannot contain 'g': its class 'M.Gain' is a block
  end C;
  C c;
end M;
