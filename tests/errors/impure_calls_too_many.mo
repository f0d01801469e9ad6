// simulate: --stop-time 1
model ImpureCallsTooMany
  impure function count
    output Real n;
    external "C" n = count_many_calls() annotation(Include = "static double made; double count_many_calls(void) { return ++made; }");
  end count;
  discrete Real x[66000];
equation
  when time > 0.5 then
    for i in 1:66000 loop
      x[i] = count(); // error[E0004]: more than 65,535 calls of impure functions is not supported yet
    end for;
  end when;
end ImpureCallsTooMany;
