// An element of a protected array, or a member of a protected record, that nothing sets begins as
// zero, which the specification leaves open (12.4.4). What a loop or a slice may set is not judged.
model UnsetElement
  record Pair
    Real a;
    Real b;
  end Pair;
  function f
    input Real u;
    output Real y;
  protected
    Real w[3];  // warning[E0604]: 'w[2]' of 'UnsetElement.f' is read before it is set, and taken as zero
    Pair p;  // warning[E0604]: 'p.b' of 'UnsetElement.f' is read before it is set, and taken as zero
    Real all[3], later[2], half[2, 2];
  algorithm
    w[1] := u;
    w[3] := 2*u;
    p.a := u;
    for i in 1:3 loop
      all[i] := i;
      if i > 1 then
        later[1] := later[2];
      end if;
      later[2] := i;
    end for;
    half[1, :] := {u, 2*u};
    half[2, 1] := u;
    y := w[1] + w[2] + w[3] + p.a + p.b + all[2] + later[1] + half[1, 2] + half[2, 2];
  end f;
  Real y = f(time);
end UnsetElement;
