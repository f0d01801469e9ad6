model M
  connector Signal
    output Real y;
  end Signal;
  connector Reversed = input Signal;
  Reversed r(y = 2);  // error[E0227]: 'r' cannot be declared 'input': its element 'y' is already declared 'output'
end M;
