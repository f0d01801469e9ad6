// A discrete array without elements needs no when-clause that sets it.
// expect: k(1) = 11
model DiscreteArrayOfNone
  parameter Integer n = 0;
  discrete Real T[n];
  Integer k(start = 0, fixed = true);
algorithm
  when sample(0, 0.1) then
    k := pre(k) + 1;
    if n > 0 then
      T[1] := time;
    end if;
  end when;
end DiscreteArrayOfNone;
