// `s` is read before it is set, in one branch on every way: a warning, and no number comes out. `t` may be unset
// and is set where it counts. reference: t = 3 in the branch that is taken
// expect: warning 's' of 'UnsetVariable.f' is read before it is set
// expect: status = 3
// expect: error stopped at time 0.5
// expect: error 'y' = nan
// expect: z(0.4) = 3
model UnsetVariable
  function f
    input Real x;
    output Real y;
  protected
    Real s;
    Real u[2];
  algorithm
    for i in 1:2 loop
      u[i] := i*x;
    end for;
    if x < 0 then
      s := x;
      y := s;
    else
      y := s + u[1];
    end if;
  end f;
  function g
    input Real x;
    output Real y;
  protected
    Real t;
  algorithm
    if x > 0 then
      t := 3;
    end if;
    y := t;
  end g;
  Real y = if time < 0.5 then 0 else f(time);
  Real z = g(time + 1);
end UnsetVariable;
