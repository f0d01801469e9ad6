// A recursion without end is reported, not a crash.
//
// simulate: --engine native
// simulate: --engine interpret
// expect: status = 3
// expect: error no consistent start values
model Recursion
  function deeper
    input Real x;
    output Real y;
  algorithm
    y := 1 + deeper(x + 1);
  end deeper;
  Real y = deeper(time);
end Recursion;
