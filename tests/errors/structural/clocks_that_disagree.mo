// One clock in one partition (16.7): equations that join two, conversions that two constructors
// contradict, and a clocked variable that sample reads.
model ClocksThatDisagree
  Real x(start = 0), y(start = 0), u(start = 0), v, w;
equation
  when Clock(1, 10) then
    x = previous(x) + 1;
  end when;
  when Clock(1, 5) then
    y = x; // error[E0540]@5: two different clocks meet here
  end when;
  u = previous(u) + sample(1.0, Clock(1, 10));
  v = subSample(u) + sample(1.0, Clock(1, 3)); // error[E0540]@3: two different clocks meet here
  w = sample(u, Clock(1, 5)); // error[E0540]@3: what 'sample' reads is clocked here
end ClocksThatDisagree;
