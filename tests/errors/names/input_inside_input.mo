connector Signal
  input Real u;  // error[E0227]@14: 'u' is input or output, and so is the component around it
end Signal;
connector Twice = input Signal;
model M
  Twice t;
end M;
