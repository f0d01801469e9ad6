connector Pin
  Real v;
  flow Real i;
end Pin;
model ConnectOfUnlikeSizes
  Pin a[2], b[3];
equation
  connect(a, b);  // error[E0302]: the sides of 'connect' differ in size: [2] and [3]
end ConnectOfUnlikeSizes;
