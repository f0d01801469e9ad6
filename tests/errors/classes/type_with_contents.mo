// 4.6: a type is a predefined type, an enumeration, an array of types, or extends one of these.
model TypeWithContents
  type Checked
    extends Real;
  equation // error[E0229]@3: the type 'Checked' cannot contain equations
    assert(true, "always");
  end Checked;
  type Pair
    Real first; // error[E0229]@10: the type 'Pair' cannot contain components
    extends Real;
  end Pair;
  type Nothing
  end Nothing;
  Checked a = 1;
  Pair b = 1;
  Nothing c; // error[E0223]@11: 'c' has no type
end TypeWithContents;
