// Short loops of a function without arrays of its own are written out, and what the number of the
// round decides is worked out: no branch, no subscript and no check of an Integer is left. Long
// loops stay.
// count: 1 function WrittenLoops.sum_of_powers: 2 in, 1 out,
// count: 0 element
// count: 0 whole
// count: 2 jump if zero
model WrittenLoops
  constant Real c[6] = {1, -2, 3, 0.5, 4, -0.25};
  function sum_of_powers
    input Real x;
    input Real y;
    output Real s;
  protected
    Real p, q;
  algorithm
    s := 0;
    p := 1;
    for i in 1:3 loop
      if i <> 1 then
        p := p*x;
      end if;
      q := 1;
      for j in 0:1 loop
        if j <> 0 then
          q := q*y;
        end if;
        s := s + c[i + 3*j]*p*q;
      end for;
    end for;
    annotation(Inline = false);
  end sum_of_powers;
  function long
    input Real x;
    output Real s;
  algorithm
    s := 0;
    for i in 1:30 loop
      s := s + x/i;
    end for;
    annotation(Inline = false);
  end long;
  Real a(start = 0, fixed = true);
equation
  der(a) = sum_of_powers(a, time) + long(a);
end WrittenLoops;
