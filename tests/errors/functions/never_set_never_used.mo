// 12.4.4: a variable has a value before it is used. Where nothing hangs on the value that it does not
// have, it is a warning, and an error with --strict.
function density
  input Real p;
  output Real d;
protected
  Real c; // warning[E0239]@8: the variable 'c' of the function 'density' is read before it is set
  Real h;
algorithm
  if p < 0.5 then
    h := c + p;
    d := 2*p;
  else
    c := 3;
    h := c + p;
    d := h;
  end if;
  h := 1;
end density;

function pressure
  input Real d;
  output Real p;
protected
  Real a; // error[E0239]@8: the variable 'a' of the function 'pressure' is read before it is set
  Real b;
algorithm
  for i in 1:3 loop
    p := b*d;
    b := a;
  end for;
  a := 1;
end pressure;

model NeverSetNeverUsed
  Real x = density(time);
  Real y = pressure(time);
end NeverSetNeverUsed;
