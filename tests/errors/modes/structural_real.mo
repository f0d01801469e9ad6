// Sizes and conditions follow what can be counted.
model StructuralReal
  discrete Real r(start = 2, fixed = true) annotation(__Tarn(structural = true));
  Real x if r > 1; // error[E0305]@13: the value of 'r' is needed at compile time, but a structural variable is a Boolean, an Integer or of an enumeration
equation
  when time > 0.5 then
    r = 1;
  end when;
end StructuralReal;
