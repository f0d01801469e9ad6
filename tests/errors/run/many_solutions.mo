// The second equation says the same as the first: any a would do.
// simulate: --stop-time 1
model ManySolutions
  Real a, b;
equation
  a + b = time;  // warning[E0713]: the equations leave 'a' undetermined
  2*a + 2*b = 2*time;
end ManySolutions;
