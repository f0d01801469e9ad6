// simulate: --stop-time 1
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
  Props a; // warning[E0710]: in 'a', a 'MemberThatNothingNeeds.Props': 'a.cv' has no value (nan), and nothing refers to it
  Props b;
  Real x(start = 0, fixed = true);
  Real y = b.cv + a.rho + x;
equation
  der(x) = 1;
  a = props(x);
  b = props(x + 2);
end MemberThatNothingNeeds;
