model A
  Real x = 1;
end A;
model M
  parameter A a;  // error[E0227]: 'a' cannot be declared 'parameter': its class 'A' is a model, and only components of types, records and connectors have such prefixes
end M;
