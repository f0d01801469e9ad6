// simulate: --stop-time 1
// Neither operand of 'or' decides alone; the variable has no outcome.
model RelationThatDecidesByOr
  Real x = time - 2;
  Boolean b = x > 0 or log(x) > -1; // error[E0710]: stopped at time 0: a value that is none decides about 'log(x) > -1.0'
end RelationThatDecidesByOr;
