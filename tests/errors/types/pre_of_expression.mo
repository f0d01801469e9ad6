model PreOfExpression
  Boolean b = time > 1;
  Boolean c;
equation
  c = pre(b and true or not b);  // error[E0308]: 'pre' needs a variable, not 'b and true or not b'
end PreOfExpression;
