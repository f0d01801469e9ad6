// The sum of these four is 1, but that of the first two is rounded: it is refused, not made wrong.
// expect: status = 3
// expect: error exceeds the range of Integer
// expect: error sum_beyond_the_range.mo:13:
model SumBeyondTheRange
  function total
    input Integer v[:];
    output Integer s;
  algorithm
    // the built-in on an array whose size is not known
    s := 0;
    for k in 1:2 loop
      s := s + sum(v);
    end for;
  end total;
  Integer one = if time < 2 then 1 else 2;
  Integer s = total({9007199254740991*one, 2, -9007199254740991, -1});
end SumBeyondTheRange;
