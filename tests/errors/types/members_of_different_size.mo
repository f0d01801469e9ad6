model Part
  Real x = time;
end Part;
model Group
  parameter Integer n = 2;
  Part part[n];
end Group;
model MembersOfDifferentSize
  Group g[2](n = {2, 1});
  Real first[2] = g.part[1].x;
  Real all[2, 2];
equation
  all = g.part.x;  // error[E0302]: the elements have members 'part' of different sizes
end MembersOfDifferentSize;
