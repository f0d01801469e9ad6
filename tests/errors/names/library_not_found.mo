// A dotted name whose first part is nowhere: most likely a library that is not on the path.
model M
  Furnaces.Walls.Brick wall;  // error[E0200]: 'Furnaces' is not declared
end M;
