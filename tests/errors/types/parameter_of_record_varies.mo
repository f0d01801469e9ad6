// The value of a record may change, but not the value of a parameter in it.
model M
  record Base
    parameter Real p = 1;
    Real x;
  end Base;
  function base
    input Real u;
    output Base b;
  algorithm
    b := Base(p = u, x = u);
  end base;
  parameter Real k = 2;
  Base a = Base(p = time, x = 1); // error[E0304]@12: the parameter 'p' cannot have a value that is continuous-time
  Base b = base(time);            // error[E0304]@12: the parameter 'p' cannot have a value that is continuous-time
  Base c = Base(p = k, x = time);
  Base d = base(k);
end M;
