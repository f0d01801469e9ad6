// What a when-clause assigns to the elements of an array is asked for once: the function that
// computes the whole array is called once in the routine of events (8.3.5: the equations of a
// when-clause are active together), and its argument is one array.
// count in event: 1 call
// count in event: 1 array d
model CallsAtEvents
  function shifted
    input Real q[2, 3];
    input Real t;
    output Integer n;
    output Real r[2, 3];
  algorithm
    n := 1;
    for j in 2:3 loop
      r[:, j] := q[:, j - 1] + {t, 2*t};
      n := n + 1;
    end for;
    r[:, 1] := zeros(2);
  end shifted;
  discrete Real q[2, 3](each start = 0, each fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0.5, 1) then
    (n, q) = shifted(pre(q), time);
  end when;
end CallsAtEvents;
