// Records, arrays of records and their fields in sizes: evaluated at compile time through functions.
// The largest count is 3, the sum of all is 6, the record of constants has 2; enumerations count from 1.
//
// expect: n = 3
// expect: x[3](1) = 3
// expect: k = 6
// expect: m = 2
model RecordsAtCompileTime
  type Kind = enumeration(one, two, three);
  record Part
    Integer count;
    Kind kind = Kind.one;
  end Part;
  record Whole
    Part first;
    Part rest[2];
  end Whole;
  function most
    input Whole w;
    output Integer n;
  protected
    Part best = w.first;
  algorithm
    for i in 1:size(w.rest, 1) loop
      if w.rest[i].count > best.count then
        best := w.rest[i];
      end if;
    end for;
    n := best.count;
  end most;
  function all
    input Whole w;
    output Integer n = w.first.count + sum(w.rest.count);
  algorithm
  end all;
  function make
    input Integer n;
    output Whole w;
  algorithm
    w := Whole(first = Part(n), rest = {Part(i, Kind.two) for i in 2:3});
  end make;
  constant Whole w = make(1);
  final parameter Integer n = most(w);
  final parameter Integer k = all(make(1));
  final parameter Integer m = Integer(w.rest[2].kind);
  Real x[n] = {i*time for i in 1:n};
  Real y[k, m] = fill(1, k, m);
end RecordsAtCompileTime;
