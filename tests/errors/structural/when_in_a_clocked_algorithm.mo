// 16.6: a clocked section has no events of its own.
model WhenInAClockedAlgorithm
  Real x, y(start = 0);
  Clock c = Clock(1, 10);
equation
  x = sample(time, c);
algorithm
  when x > 0.5 then // error[E0004]@3: this kind of statement is not supported in a clocked algorithm
    y := x;
  end when;
end WhenInAClockedAlgorithm;
