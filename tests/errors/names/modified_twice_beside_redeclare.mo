// A redeclaration with a value, and another value beside it: which one would be meant?
model Beaker
  replaceable Real level;
end Beaker;
model Shelf
  replaceable Beaker beaker;
end Shelf;
model M
  Beaker b(redeclare Real level = 1, level = 2); // error[E0208]@38: 'level' is modified twice
  Shelf s(redeclare Beaker beaker(level = 5), beaker(level = 1)); // error[E0208]@54: 'level' is modified twice
  Shelf t(redeclare Beaker beaker(level = 5), beaker(level(min = 1)));
end M;
