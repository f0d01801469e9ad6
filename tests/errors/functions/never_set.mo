// 12.2 and 12.4.4: outputs are computed, and a variable has a value before it is used.
function forgotten
  input Real x;
  output Real y; // error[E0239]@15: the output 'y' of the function 'forgotten' is never set
  output Real z[2];
  output Real nothing[0];
protected
  Real w; // error[E0239]@8: the variable 'w' of the function 'forgotten' is read and never set
  Real later; // error[E0239]@8: the variable 'later' of the function 'forgotten' is read before it is set
  Real total[size(z, 1)];
  Real unused;
algorithm
  z[1] := w + later;
  later := x;
  for i in 1:size(total, 1) loop
    if i > 1 then
      z[i] := total[i - 1];
    end if;
    total[i] := later;
  end for;
end forgotten;

model NeverSet
  Real a;
  Real b[2];
equation
  (a, b) = forgotten(time);
end NeverSet;
