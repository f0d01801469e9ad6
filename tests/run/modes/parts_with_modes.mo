// Two parts with a structural variable each: four modes, compiled as they come. Types of the variables: an Integer and an enumeration.
//
// simulate: --stop-time 4 --tolerance 1e-9 --interval 0.5
// expect: a.all(0.5) = 1.375 +- 1e-8
// expect: a.all(4) = 6 +- 1e-8
// expect: b.x(1) = 0 +- 1e-9
// expect: b.x(4) = 2 +- 1e-8
// expect: a.n(4) = 2
// expect: b.state(1) = 1
// expect: b.state(4) = 2
model PartsWithModes
  type State = enumeration(still, moving);
  model A
    Integer n(start = 1, fixed = true) annotation(__Tarn(structural = true));
    Real s[n](each start = 1, each fixed = true), all = sum(s);
  equation
    der(s) = fill(1, n) - {if i == 1 then 0.25 else 0.5 for i in 1:n};
    when time >= 2 then
      n = 2;
    end when;
  end A;
  model B
    State state(start = State.still, fixed = true) annotation(__Tarn(structural = true));
    Real x(start = 0, fixed = true), v;
  equation
    der(x) = v;
    if state == State.still then
      v = 0;
      when time >= 3 then
        state = State.moving;
      end when;
    else
      v = 2;
      state = pre(state);
    end if;
  end B;
  A a;
  B b;
end PartsWithModes;
