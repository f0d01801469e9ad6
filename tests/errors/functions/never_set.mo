// 12.2 and 12.4.4: outputs are computed, and a variable has a value before it is used.
function forgotten
  input Real x;
  output Real y; // error[E0239]@15: the output 'y' of the function 'forgotten' is never set
  output Real z[2];
  output Real nothing[0];
protected
  Real w; // error[E0239]@8: the variable 'w' of the function 'forgotten' is read and never set
  Real unused;
algorithm
  for i in 1:2 loop
    z[i] := w*x;
  end for;
end forgotten;

model NeverSet
  Real a;
  Real b[2];
equation
  (a, b) = forgotten(time);
end NeverSet;
