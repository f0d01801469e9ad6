// Every turn of a loop calls an impure function anew, with equal arguments and without any, but fill(f(), 2)
// is one call. They were one in all elements. Reference: the function counts its ten calls of a run, so that no two
// return the same.
// expect: differ(1.0) = 1
// expect: alike(1.0) = 1
model ImpureCallsInLoops
  impure function count
    input Real offset = 0;
    output Real n;
    external "C" n = count_loop_calls(offset) annotation(Include = "static int made; double count_loop_calls(double x) { return made++ % 10 + x; }");
  end count;
  discrete Real a[2,2], b[3], c[2], d[2];
  discrete Boolean differ, alike;
equation
  when time >= 0.5 then
    for i in 1:2 loop
      for k in 1:2 loop
        a[i,k] = count();
      end for;
    end for;
    b = {count() for i in 1:3};
    c = count({0, 0});
    d = fill(count(), 2);
    differ = a[1,1] <> a[1,2] and a[1,1] <> a[2,1] and a[1,2] <> a[2,1] and a[1,2] <> a[2,2] and a[2,1] <> a[2,2] and
      b[1] <> b[2] and b[2] <> b[3] and b[1] <> b[3] and c[1] <> c[2];
    alike = d[1] == d[2];
  end when;
end ImpureCallsInLoops;
