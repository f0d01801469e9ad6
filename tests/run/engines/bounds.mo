// A subscript beyond the array stops the run and is named with its variable.
//
// simulate: --engine native
// simulate: --engine interpret
// expect: status = 3
// expect: error no consistent start values
model Bounds
  function pick
    input Real v[:];
    input Integer i;
    output Real y;
  protected
    Real kept[size(v, 1)] = v;
  algorithm
    y := kept[i];
  end pick;
  Integer n = integer(4 + time);
  Real y = pick({1, 2, time}, n);
end Bounds;
