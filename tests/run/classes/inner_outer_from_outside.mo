// 5.4: an element that is inner and outer names the outer one, also in sub.on; its value as inner is seen by the elements below.
//
// expect: seen = 1
// expect: below = 0
model InnerOuterFromOutside
  model Leaf
    outer Boolean on;
    Boolean is = on;
  end Leaf;
  model Sub
    inner outer Boolean on = on and false;
    Leaf leaf;
  end Sub;
  inner Boolean on = true;
  Sub sub;
  Boolean seen = sub.on, below = sub.leaf.is;
end InnerOuterFromOutside;
