// 7.1 wants both to be the same. Where one of them says all that the other one says there is one reading.
model M
  partial model Base
    output Real y "a time";
    parameter Real k(min = 0) = 2;
  end Base;
  model Timer
    extends Base;
    output Real y(unit = "s");  // warning[E0221]@17: 'Timer' has two different declarations of 'y'
    parameter Real k;  // warning[E0221]@20: 'Timer' has two different declarations of 'k'
  equation
    y = k*time;
  end Timer;
  Timer timer, twice(k = 4);
end M;
