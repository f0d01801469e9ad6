// expect: y(1.0) = 6 +- 1e-9
// expect: b.cv(1.0) = 3 +- 1e-9
// expect: a.rho(1.0) = 2 +- 1e-9
// What a function leaves open is missed by nobody: y = (t + 2) + 2 t + t (b.cv has its value).
model MemberThatNothingNeeds
  record Props
    Real rho, cv;
  end Props;
  function props
    input Real p;
    output Props s;
  algorithm
    s.rho := 2*p;
    if p > 1.5 then
      s.cv := p;
    end if;
  end props;
  Props a, b;
  Real x(start = 0, fixed = true);
  Real y = b.cv + a.rho + x;
equation
  der(x) = 1;
  a = props(x);
  b = props(x + 2);
end MemberThatNothingNeeds;
