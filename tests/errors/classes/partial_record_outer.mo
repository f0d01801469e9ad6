// Of records that models inherit from, too: a warning where they are partial.
model M
  partial record R
    parameter Real x = y.x;
  protected
    outer N y;  // warning[E0227]: the partial record 'R' should not contain protected outer elements (4.6)
  end R;
  model N
    parameter Real x = 1;
  end N;
  model O
    extends R;
  end O;
  inner N y;
  O o;
end M;
