// Three equations for two clocked variables.
model ClockedEquationTooMany
  Real x(start = 0), y;
equation
  when Clock(1, 2) then
    x = previous(x) + 1;
    y = x; // error[E0543]@5: this clocked equation cannot be solved for a variable of its own
    y = 2*x;
  end when;
end ClockedEquationTooMany;
