// Two tanks that lose more than a tap can give: the tap goes to the empty one, faster and faster, and both are empty
// after (1 + 1)/(0.5 + 0.5 - 0.75) = 8 s. Neither level becomes negative.
// simulate: --stop-time 20
model TanksRunDry
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  discrete Real tap(start = 1, fixed = true);
equation
  der(x) = (if tap > 1.5 then 0 else 0.75) - 0.5;
  der(y) = (if tap > 1.5 then 0.75 else 0) - 0.5;
  when x < 0 then  // error[E0712]: the events of 'y < 0.0' accumulate at about time 8: each interval
    tap = 1;
  elsewhen y < 0 then
    tap = 2;
  end when;
end TanksRunDry;
