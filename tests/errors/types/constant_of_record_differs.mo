// Which of two values a constant has must be known before anything is chosen.
model M
  record Base
    constant Integer n = 4;
    Real x;
  end Base;
  record Heir
    extends Base(n = 6);
  end Heir;
  parameter Boolean b = true;
  Base a[2] = {Heir(x = i*time) for i in 1:2}; // error[E0301]@15: the constant 'n' of 'a' is 4, but 6 in this value
  Base c(n = 6) = if b then Heir(x = time) else Heir(x = 1);
end M;
