// 17.3.3: an if-equation and a block inside a state; both sleep with it. b has a part that begins anew with each reset, a goes on.
//
// simulate: --stop-time 7 --intervals 7
// expect: n(3) = 22
// expect: n(4) = 0
// expect: n(6) = 20
// expect: a.k(4) = 4
// expect: a.k(6) = 6
// expect: b.twice[2](3) = 0
// expect: b.twice[2](4) = 1
// expect: b.twice[2](7) = 1
// expect: warning it ticks every second
model ConditionsAndParts
  block Part
    Real g(start = 0);
  equation
    g = previous(g) + 0.5;
  end Part;
  block A
    outer output Integer n;
    Integer k(start = 0);
  equation
    k = previous(k) + 1;
    if k > 2 then
      n = previous(n) + 10;
    else
      n = previous(n) + 1;
    end if;
  end A;
  block B
    outer output Integer n;
    Part part;
    Real twice[2];
  equation
    n = 0;
    twice = {part.g, 2*part.g};
  end B;
  A a;
  B b;
  inner Integer n(start = 0);
equation
  initialState(a);
  transition(a, b, n >= 20, immediate = false);
  transition(b, a, true, immediate = false, reset = false);
end ConditionsAndParts;
