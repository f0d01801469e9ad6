// Clocked variables begin with their start values; initial equations cannot use them (16.9).
model ClockedInitialEquation
  Real x(start = 1);
initial equation
  x = 3; // error[E0540]@3: the clocked variable 'x' cannot be used in an initial equation
equation
  when Clock(1) then
    x = previous(x) + 1;
  end when;
end ClockedInitialEquation;
