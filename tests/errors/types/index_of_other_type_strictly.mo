// check: --strict
model IndexOfOtherType
  type Color = enumeration(red, green);
  Real x[Color] = {1, 2}*time;
  Real y;
equation
  y = x[1];  // error[E0307]: this dimension of 'x' is indexed by 'IndexOfOtherType.Color', but '1' is
end IndexOfOtherType;
