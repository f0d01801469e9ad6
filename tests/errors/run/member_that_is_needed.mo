// simulate: --stop-time 1
// As soon as something refers to a member, it must have a value; a scalar result must have one anyway.
model MemberThatIsNeeded
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
  Props a;
  Real x(start = 0, fixed = true);
  Real y = if a.cv > 0 then x else -x;
equation
  der(x) = 1;
  a = props(x); // error[E0702]: no consistent start values at time 0: 'a.cv' = nan; look for a division by zero or a function outside its domain
end MemberThatIsNeeded;
