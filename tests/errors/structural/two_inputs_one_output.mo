model Sum
  Real u1, u2, y;
equation
  y = u1 + u2;
end Sum;
model TwoInputsOneOutput
  Sum sum;
equation
  sum.u1 = time;
  sum.y = 2*sum.u1;
  sum.y = 3*time;  // error[E0501]: 3 equations for 'sum.u1' and 'sum.y'
end TwoInputsOneOutput;
