// A block is named where its output is meant.
model BlockForItsOutput
  block Sine
    output Real y = sin(time);
  end Sine;
  Sine sine;
  Real x = 2*sine;  // error[E0310]: 'sine' is a component with an inner structure, not a value
end BlockForItsOutput;
