connector Pin
  Real v;
  flow Real i;
end Pin;
model ConnectOfVariables
  Real x = time;
  Pin p;
equation
  connect(x, p);  // error[E0318]: 'x' is no connector
end ConnectOfVariables;
