// One value for all elements without 'each' (7.2.5): only one reading makes sense. Values for some
// of the arrays around are no such case.
model M
  model Gain
    parameter Real k = 1;
    parameter Real v[2] = {1, 2};
  end Gain;
  model Pair
    Gain g[2];
  end Pair;
  Gain g[3](k = 5, v = {3, 4});  // warning[E0242]@17: the value for 'k' is for an array of components // warning[E0242]@24: the value for 'v' is for an array of components
  Pair p[3](g(k = {1, 2, 3}));  // error[E0301]@19: the value for 'k' must have one element for each of the components
end M;
