// Mass and energy of a vessel are states without start values; level and temperature have some and
// StateSelect.prefer. Where the equations are discretized as they are, what is differentiated is
// what is integrated, but the start is completed by what was written: level and temperature.
// (4.9.7.1: variables that are not differentiated may be preferred, too.)
// simulate: --stop-time 0
// simulate: --stop-time 0 --inline bdf --direct
// expect: level(0.0) = 3 +- 1e-9
// expect: T(0.0) = 320 +- 1e-7
// expect: mass(0.0) = 6000 +- 1e-6
// expect: energy(0.0) = 8.064e9 +- 1
model StartOfWhatIsPreferred
  Real level(start = 3, stateSelect = StateSelect.prefer);
  Real T(start = 320, stateSelect = StateSelect.prefer);
  Real mass, energy, volume, u;
equation
  der(mass) = -1;
  der(energy) = -u;
  mass = 1000*volume;
  volume = 2*level;
  energy = mass*u;
  u = 4200*T;
end StartOfWhatIsPreferred;
