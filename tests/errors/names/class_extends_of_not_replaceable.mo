model A
  model Part
    Real x = 1;
  end Part;
end A;
model M
  extends A;
  redeclare model extends Part  // error[E0211]@27: 'Part' is not replaceable and cannot be redeclared
    Real y = 2;
  end Part;
  Part p;
end M;
