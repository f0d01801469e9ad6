// Values of clock arguments that the specification excludes (16.3, 16.5.2).
model ClockValues
  parameter Integer n = -1, r = 0;
  Real a(start = 0), b(start = 0), c(start = 0), d(start = 0), e(start = 0);
  Integer k(start = 0, fixed = true);
equation
  when Clock(0.0) then // error[E0545]@14: the interval of a clock is 0, but must be positive
    a = previous(a) + 1;
  end when;
  when Clock(-2) then // error[E0545]@14: the interval counter of a clock is -2, but must be positive
    b = previous(b) + 1;
  end when;
  when Clock(1, 0) then // error[E0545]@17: the resolution of a clock is 0, but must be positive
    c = previous(c) + 1;
  end when;
  when sample(0, 0) then // error[E0545]@18: the interval of 'sample' is 0, but must be positive
    k = pre(k) + 1;
  end when;
  when Clock(0.1, 3) then // error[E0308]@19: '3' does not fit as second argument of this clock
    d = previous(d) + 1;
  end when;
  when Clock(interval = 0.1, resolution = 3) then // error[E0308]@30: 'Clock' has no argument 'resolution' here
    e = previous(e) + 1;
  end when;
end ClockValues;
