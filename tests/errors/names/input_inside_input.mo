connector Signal
  input Real u;
end Signal;
connector Twice = input Signal;
model M
  Twice t;  // error[E0227]: 't' cannot be declared 'input': its element 'u' is already declared 'input'
end M;
