// Two equations that say the same in other words, and one that is missing.
model TheSameTwice
  Real left, right;  // error[E0502]: no equation determines 'left'
equation
  left = right;  // note[E0501]: 'right' is determined by left = right
  right - left = 0;  // error[E0501]@3: this equation says nothing new: it follows from others
end TheSameTwice;
