// check: --tear x
model IdleTear
  Real x = time;
end IdleTear;
// warning[E0517]@0: --tear 'x' has no effect: the variable is in no loop
