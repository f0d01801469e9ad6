model M
equation
  connect(a);  // error[E0101]@12: connect joins two connectors; here is one
end M;
