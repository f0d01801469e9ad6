model Part
  outer model Shape  // error[E0217]@15: the outer class 'Shape' has no inner one above it
    Real size = 1;
  end Shape;
  Shape s;
end Part;
model M
  Part p;
end M;
