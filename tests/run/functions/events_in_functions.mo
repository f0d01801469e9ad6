// 12.8: relations of a function with GenerateEvents = true make events, here at 0.2, 0.4 and 0.6; called from a function without it they make none.
// A loop whose length nobody knows cannot be followed: it is told.
//
// simulate: --stop-time 1 --intervals 3
// expect: events = 3
// expect: event 1 = 0.2 +- 1e-8
// expect: event 3 = 0.6 +- 1e-8
// expect: y(0.3) = 1
// expect: k(1) = 3
// expect: z(1) = 4
// expect: warning 'EventsInFunctions.w' has GenerateEvents = true, but cannot be written out
model EventsInFunctions
  function f
    input Real x;
    output Real y;
    output Integer k;
  algorithm
    y := 0;
    k := 0;
    for i in 1:3 loop
      if x > 0.2*i then
        y := y + 1;
        k := k + 1;
      end if;
    end for;
    annotation(GenerateEvents = true);
  end f;
  function g
    input Real x;
    output Real y = f(x) + 1;
  algorithm
  end g;
  function w
    input Real x;
    output Real y = 0;
  algorithm
    while y < x loop
      y := y + 1;
    end while;
    annotation(GenerateEvents = true);
  end w;
  Real x(start = 0, fixed = true), y, z = g(x - 0.05), q = w(x);
  Integer k;
equation
  der(x) = 1;
  (y, k) = f(x);
end EventsInFunctions;
