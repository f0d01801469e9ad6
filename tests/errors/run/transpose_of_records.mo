// What the engine cannot do with records is said where it stands.
// simulate:
model TransposeOfRecords
  record R
    Real a;
    Integer b;
  end R;
  function f
    input R m[:, :];
    output Real y;
  protected
    R t[:, :] = transpose(m); // error[E0004]@7: 'transpose' of records is not supported yet
  algorithm
    y := t[2, 1].a;
    annotation(Inline = false);
  end f;
  R m[2, 2] = {{R(1, 2), R(time, 4)}, {R(5, 6), R(7, 8)}};
  Real y = f(m);
end TransposeOfRecords;
