// The range of a for-statement is evaluated once (8.3.3 of the specification, by 11.2.2), whatever
// its statements assign to the variables that it names: numbers, elements, arrays, in functions and
// in algorithms. Reference: by hand.
// expect: y = 6 +- 0
// expect: z = 66 +- 0
// expect: w = 6 +- 0
// expect: d = 9 +- 0
// expect: s = 6 +- 0
// expect: n = 6 +- 0
model RangeEvaluatedOnce
  function numbers
    input Integer m;
    output Integer y = 0;
  protected
    Integer n = m;
  algorithm
    for i in 1:n loop
      if n < 20 then
        n := n + 1;
      end if;
      y := y + i;
    end for;
  end numbers;
  function elements
    input Integer m;
    output Integer y = 0;
  protected
    Integer k[3];
  algorithm
    k[1] := 3;
    k[2] := m;
    k[3] := 10;
    for i in k[2]:-1:k[1] - 2 loop
      k[1] := k[1] + 1;
      y := y + i;
    end for;
    for i in k[3]:10*k[2] loop
      if k[2] < 9 then
        k[2] := k[2] + 1;
      end if;
      y := y + (if i == 10 or i == 20 or i == 30 then i else 0);
    end for;
  end elements;
  function arrays
    input Real u;
    output Real y = 0;
  protected
    Real v[3] = {u, 2*u, 3*u};
  algorithm
    for x in v loop
      v[2] := 5;
      v[3] := 10;
      y := y + x;
    end for;
  end arrays;
  function down
    input Integer m;
    output Integer y = 0;
  protected
    Integer low = 2, high = m;
  algorithm
    for i in high:-1:low loop
      high := 1;
      low := 4;
      y := y + i;
    end for;
  end down;
  Integer y = numbers(if time >= 0 then 3 else 4), z = elements(if time >= 0 then 3 else 4),
    d = down(if time >= 0 then 4 else 5), n, s;
  Real w = arrays(if time >= 0 then 1 else 2);
algorithm
  n := 3;
  s := 0;
  for i in 1:n loop
    if n < 20 then
      n := n + 1;
    end if;
    s := s + i;
  end for;
end RangeEvaluatedOnce;
