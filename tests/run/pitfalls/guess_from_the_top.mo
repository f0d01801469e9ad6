// The start value of the outermost modification is the guess: x^2 = 4 with a guess of -1.
// expect: a.x(start) = -2 +- 1e-9
model GuessFromTheTop
  model Inner
    Real x(start = 1);
  equation
    x^2 = 4;
  end Inner;
  model Middle
    extends Inner(x(start = 3));
  end Middle;
  Middle a(x(start = -1));
end GuessFromTheTop;
