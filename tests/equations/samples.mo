// sample(start, interval) is set from outside at its instants (3.7.5); two equal ones are one.
// count: 1 sample sample(
// line: sample sample(0.5, 0.25)
model Samples
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(0.5, 0.25) then
    n = pre(n) + 1;
  end when;
  when sample(0.5, 0.25) then
    m = pre(m) + 2;
  end when;
end Samples;
