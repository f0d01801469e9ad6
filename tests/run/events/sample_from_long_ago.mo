// The instants of a sample are counted from its start. If that was so long ago that neighbouring instants are one
// number, none of them is known.
// reference: numbers near 1e300 are farther apart than 1e283
// expect: status = 3
// expect: error sample_from_long_ago.mo:9:
// expect: error instants of this run are not told apart so finely
model SampleFromLongAgo
  Integer k(start = 0, fixed = true);
  Boolean tick = sample(-1e300, 0.1);
equation
  when tick then
    k = pre(k) + 1;
  end when;
end SampleFromLongAgo;
