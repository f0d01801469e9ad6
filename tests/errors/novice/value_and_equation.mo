// A value in the declaration is an equation: both places are told, through names that stand for each other.
model ValueAndEquation
  Real speed = 3;  // note[E0501]: 'speed' is determined by speed = 3.0
  Real v, position(start = 0, fixed = true);
equation
  v = speed;  // note[E0501]: 'v' is determined by v = speed
  der(position) = v;
  v = 4;  // error[E0501]@3: this equation determines nothing: everything in it is known already
end ValueAndEquation;
