// Two modes take turns 1000 times. x is a triangle between 0 and 1 with slope 1; the way it made is the time.
//
// simulate: --stop-time 1000.5 --intervals 10 --tolerance 1e-9
// expect: turns(end) = 1000
// expect: x(end) = 0.5 +- 1e-4
// expect: way(end) = 1000.5 +- 1e-3
model ManyChanges
  Boolean up(start = true, fixed = true) annotation(__Tarn(structural = true));
  Integer turns(start = 0, fixed = true);
  Real x(start = 0, fixed = true), way(start = 0, fixed = true), v;
equation
  der(x) = v;
  der(way) = abs(v);
  if up then
    v = 1;
    when x > 1 then
      up = false;
      turns = pre(turns) + 1;
    end when;
  else
    v = -1;
    when x < 0 then
      up = true;
      turns = pre(turns) + 1;
    end when;
  end if;
end ManyChanges;
