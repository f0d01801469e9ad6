// The branches of an if-equation inside when exclude each other: of two reinits one happens (8.3.6).
// x = time until 0.5; there it is set to 20, later never to 10. y begins with 3 by the reinit that
// is active in the initialization (8.6), and is not set where its condition is false.
// expect: x = 20.5 +- 1e-6
// expect: y(start) = 3
// expect: y = 4 +- 1e-6
// expect: z = 11 +- 1e-6
model WhenBranches
  parameter Boolean steady = false;
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
  when sample(0.5, 10) then
    if time > 2 then
      reinit(x, 10);
    else
      reinit(x, 20);
    end if;
  end when;
  when initial() then
    reinit(y, 3);
    if steady then
      reinit(z, 5);
    else
      reinit(z, 10);
    end if;
  end when;
end WhenBranches;
