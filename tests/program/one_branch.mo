// Of an if-expression only the branch that is taken is evaluated (3.3): the root is jumped over, and the memory of the relation
// decides between events, not the relation.
// count in outputs: 1 <- sqrt
// count in outputs: 1 jump if zero
// count in outputs: 0 <- >
// count in event: 1 <- >
model OneBranch
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -1;
  y = if x > 0 then sqrt(x) else 0;
end OneBranch;
