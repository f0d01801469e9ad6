// A ball without a state of rest: infinitely many bounces before sqrt(2/g)*(1 + e)/(1 - e) = 2.5586 s, which a run
// cannot pass. It does not fall through the floor.
// simulate: --stop-time 5
model EventsAccumulate
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then  // error[E0712]: the events of 'h <= 0.0' accumulate at about time 2.56: each interval is 0.7 of the one before
    reinit(v, -e*pre(v));
  end when;
end EventsAccumulate;
