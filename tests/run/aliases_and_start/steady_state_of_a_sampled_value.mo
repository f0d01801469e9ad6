// reference: z = 3 + z/4 gives 4
// simulate: --stop-time 2 --intervals 4
// expect: z(start) = 4 +- 1e-9
model SteadyStateOfASampledValue
  discrete Real z;
initial equation
  z = pre(z);
equation
  when {initial(), sample(2, 2)} then
    z = 3 + pre(z)/4;
  end when;
end SteadyStateOfASampledValue;
