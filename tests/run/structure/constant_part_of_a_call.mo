// A function of a record of constants and of a variable: its field c is zero whatever the variable
// is, so that y is no state but equal to x.
// The numbers: x = exp(-2*time), y = x.
// expect: states = {x}
// expect: y(1.0) = 0.1353352832 +- 1e-5
model ConstantPartOfACall
  record Device
    Real c;
    Real g;
  end Device;
  record Currents
    Real c;
    Real i;
  end Currents;
  function capacitance
    input Real c;
    input Real v;
    output Real y;
  algorithm
    if v > 0 then
      y := c*(1 + v);
    else
      y := c/(1 - v);
    end if;
  end capacitance;
  function currents
    input Device d;
    input Real v;
    output Currents r;
  protected
    Real s;
  algorithm
    s := if v > 1 then d.g else 2*d.g;
    r.i := s*v;
    if v > 0.5 then
      r.c := capacitance(d.c, v);
    else
      r.c := d.c;
    end if;
  end currents;
  constant Device d(c = 0, g = 1);
  Real x(start = 1, fixed = true), y;
  Currents r = currents(d, x);
equation
  der(x) = -r.i;
  r.c*der(y) = x - y;
  annotation(experiment(StopTime = 1));
end ConstantPartOfACall;
