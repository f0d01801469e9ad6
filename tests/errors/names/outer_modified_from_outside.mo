model Table
  parameter Real gain = 1;
end Table;
model Part
  outer Table table;
  Real x = table.gain*time;
end Part;
model M
  inner Table table;
  Part part(table(gain = 5));  // error[E0220]: 'table' is outer and cannot be modified: modify the inner component it stands for
end M;
