// Classes of a library on the search path are read when they are asked for: what is passed over
// until then ends where the grammar says (B.2.2), whatever stands in strings, comments, quoted
// names and classes of the same name.
// simulate: -L tests/libraries/later
// expect: tools.x(0) = 2
// expect: quoted.y(0) = 3
// expect: length(0) = 8
// expect: part.w(0) = 7
// expect: left(0) = 1
// expect: last(0) = 11
// expect: commented.endCommented(0) = 5
model ReadLater
  Shelf.Tools.Tools tools;
  Shelf.Tools.'end Tools' quoted;
  Shelf.Tools.Length length = Shelf.Tools.doubled(1) + Shelf.Tools.tripled(2);
  Shelf.Part.Part part;
  Integer left = Integer(Shelf.Tools.Side.left);
  Real last = Shelf.last;
  Shelf.Commented commented;
end ReadLater;
