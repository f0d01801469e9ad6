connector Pin
  Real v;
  flow Real i;
end Pin;
model ConnectInUndecidedIf
  Pin a, b;
equation
  if time > 1 then
    connect(a, b);  // error[E0312]: 'connect' is not allowed under a condition that is not known at compile
  end if;
end ConnectInUndecidedIf;
