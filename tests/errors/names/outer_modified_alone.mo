// An inner component that is created could follow the modifier or not: an error.
model Table
  parameter Real gain = 1;
end Table;
model Part
  outer Table table
    (gain = 5);  // error[E0220]: 'table' is outer and cannot be modified: modify the inner component it stands for
  Real x = table.gain*time;
end Part;
model M
  Part part;  // warning[W0219]: in 'part', a 'Part': 'table' has no inner declaration
end M;
