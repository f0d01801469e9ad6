// The declared inner component stays as it is: a warning (5.4), an error with --strict and where the
// inner one would have to be created.
model Table
  parameter Integer n = 1;
  parameter Real gain = 1;
end Table;
model Part
  outer Table table(n = 3, gain = 5);  // warning[E0220]@15: 'table' is outer and cannot be modified (5.4): the inner component it stands for stays as it is
  Real x = table.gain*time;
end Part;
model M
  inner Table table(gain = 7);
  Part part;
end M;
