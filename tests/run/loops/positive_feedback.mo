// A comparator with positive feedback: at the threshold both neighbouring pieces contradict
// themselves, and only the opposite saturation is left.
// The numbers: v stays at 10 while u < 0.5*10, jumps to -10 then, back when u < -5;
// u = -8*cos(2*pi*time) passes 5 at acos(-5/8)/(2*pi) = 0.3574 and -5 at 0.8574.
model PositiveFeedback
  constant Real pi = 2*asin(1.0);
  Real u = -8*cos(2*pi*time), e, v(start = 10);
equation
  e = 0.5*v - u;
  v = smooth(0, if 1000*e > 10 then 10 elseif 1000*e < -10 then -10 else 1000*e);
  annotation(experiment(StopTime = 1));
end PositiveFeedback;
// expect: v(0.35) = 10
// expect: v(0.36) = -10
// expect: v(0.85) = -10
// expect: v(0.86) = 10
