// 8.3.4: branches with as many scalar equations, whatever their form. The first holds until 0.5.
// expect: x(0.25) = 0.25 +- 1e-9
// expect: y(0.25) = 0.5 +- 1e-9
// expect: v[2](0.25) = 2
// expect: x = 3 +- 1e-9
// expect: y = 4 +- 1e-9
// expect: v[2] = 1 +- 1e-9
// expect: n(0.25) = 1
// expect: n = 2
model FormsOfBranches
  function both
    input Real x;
    output Real y = x;
    output Real z = 2*x;
  algorithm
  end both;
  Real x, y, v[2];
  Integer n;
  parameter Boolean has = true;
equation
  if time < 0.5 then
    (x, y) = both(time);
    for i in 1:2 loop
      v[i] = i;
    end for;
    n = 1;
  else
    v[1] + v[2] = 2*time;
    v[2] - v[1] = 0;
    if x > 10 then
      x = 1;
      y = 2;
    elseif has then
      y = 4;
      x = 3;
    else
      x = y;
      y = 1;
    end if;
    n = 2;
  end if;
end FormsOfBranches;
