// Constant texts and arrays are shown as what they are: the same program has the same dump.
// count in outputs: 1 "beta"
// count in outputs: 1 array of 3
model TextsAndArrays
  function chosen
    input String name;
    input Real values[:];
    input Real u;
    output Real y;
  algorithm
    y := u;
    for k in 1:size(values, 1) loop
      y := if name == "beta" then y*values[k] else y + values[k];
    end for;
  end chosen;
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = chosen("beta", {1, 2, 3}, x);
end TextsAndArrays;
