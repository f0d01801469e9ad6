// Functions of property libraries compute more than is asked of them: a field that hangs on a variable
// without a value is no number, and nobody looks at it here (12.4.4; a warning). x = 2 t, and 6 t from 0.5 on.
// simulate: --stop-time 1
// expect: x(0.25) = 0.5 +- 1e-12
// expect: x(1) = 6 +- 1e-12
record Properties
  Real d;
  Real u;
end Properties;
function properties
  input Real p;
  output Properties r;
protected
  Real c;
algorithm
  if p < 0.5 then
    r.u := c + p;
    r.d := 2*p;
  else
    c := 3;
    r.u := c + p;
    r.d := 2*c*p;
  end if;
end properties;
function density
  input Real p;
  output Real d;
protected
  Properties r;
algorithm
  r := properties(p);
  d := r.d;
end density;
model FieldThatIsNeverSet
  Real x = density(time);
end FieldThatIsNeverSet;
