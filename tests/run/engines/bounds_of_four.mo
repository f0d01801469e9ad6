// A subscript beyond the last of four dimensions stops the run and is named with its variable.
//
// simulate: --engine native
// simulate: --engine interpret
// expect: status = 3
// expect: error subscript 4 of 'kept' is 4, but the size is 3
model BoundsOfFour
  function pick
    input Real v[:];
    input Integer i;
    output Real y;
  protected
    Real kept[2, 2, 2, 3];
  algorithm
    for k in 1:3 loop
      kept[2, 1, 2, k] := v[k];
    end for;
    y := kept[2, i - 3, 2, i];
  end pick;
  Integer n = integer(4 + time);
  Real y = pick({1, 2, time}, n);
end BoundsOfFour;
