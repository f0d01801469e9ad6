model Part
  outer parameter Real p = 2;  // error[E0220]@26: 'p' is outer and cannot be modified: modify the inner component it stands for
  Real x = p;
end Part;
model M
  inner parameter Real p = 1;
  Part part;
end M;
