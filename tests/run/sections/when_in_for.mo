// A when inside of a for loop, which the language does not allow (11.2.7.2), means one for each
// round. Counters count from 0 at 0.5, 1, 1.5, ... (the first) and 1, 2, 3 (the second); what stands
// in front of a when in the loop belongs to its round; inner loops run as far as outer ones say.
// simulate: --stop-time 3.2
// expect: n[1](3.2) = 6
// expect: n[2](3.2) = 3
// expect: at[1,1](3.2) = 1 +- 1e-9
// expect: at[2,1](3.2) = 2 +- 1e-9
// expect: at[2,2](3.2) = 2.5 +- 1e-9
// expect: at[1,2](3.2) = 0
model WhenInFor
  Integer n[2](each start = 0, each fixed = true);
  Boolean due[2];
  discrete Real at[2, 2](each start = 0, each fixed = true);
algorithm
  for i in 1:2 loop
    due[i] := sample(0.5*i, 0.5*i);
    when due[i] then
      n[i] := pre(n[i]) + 1;
    end when;
    for k in 1:i loop
      when time > i + 0.5*(k - 1) then
        at[i, k] := time;
      end when;
    end for;
  end for;
end WhenInFor;
