model M
equation
  connect(a + b, c);  // error[E0101]@11: connect joins connectors, not expressions
end M;
