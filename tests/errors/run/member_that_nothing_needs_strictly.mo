// simulate: --stop-time 1 --strict
// A function leaves one member of what it returns open (12.4.4): nothing refers to it in 'a', and 'b' has it.
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
  Props a;
  Props b;
  Real x(start = 0, fixed = true);
  Real y = b.cv + a.rho + x;
equation
  der(x) = 1;
  a = props(x); // error[E0702]: no consistent start values at time 0: 'a.cv' = nan; look for a division by zero or a function outside its domain
  b = props(x + 2);
end MemberThatNothingNeeds;
