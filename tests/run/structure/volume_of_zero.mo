// simulate: --engine native
// simulate: --engine interpret
// A component of a library with a volume of zero: mass and energy are zero whatever density and
// energy are, so the balances have no derivatives, and what flows in flows out, heated.
// expect: states = {}
// expect: outflow(1.0) = 1.5 +- 1e-9
// expect: energy(1.0) = 4 +- 1e-9
// expect: density(1.0) = 5 +- 1e-9
model VolumeOfZero
  Real volume = 0, mass, heat, density, energy, height;
  Real inflow = 1 + time/2, outflow;
equation
  density = 1 + energy;
  mass = volume*density;
  heat = mass*(energy + height*density);
  height = density - 1;
  der(mass) = inflow - outflow;
  der(heat) = 3*inflow - outflow*energy + 1.5;
end VolumeOfZero;
