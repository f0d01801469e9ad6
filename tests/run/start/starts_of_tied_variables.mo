// Where conditions are missing, a start value that the modeler gave counts more than the zero of a
// state without one (8.6 leaves the choice to the tool). The vapour is the state of each vessel,
// because its coefficient varies; the first has a start value for the liquid, the second for the
// mass, whose derivative is written, and for the liquid, too, which then is a guess.
// expect: first.liquid(0.0) = 4 +- 1e-9
// expect: first.vapour(0.0) = 6 +- 1e-9
// expect: first.liquid(1.0) = 4.45969769413186 +- 1e-5
// expect: second.liquid(0.0) = 3 +- 1e-9
// expect: second.mass(1.0) = 13.45969769413186 +- 1e-5
model StartsOfTiedVariables
  model Vessel
    Real mass, energy, heat, liquid, vapour;
  equation
    liquid + vapour = 10;
    mass = 2*liquid + vapour;
    energy = liquid + vapour*(3 + time);
    der(mass) = sin(time);
    der(energy) = heat;
  end Vessel;
  Vessel first(liquid(start = 4)), second(liquid(start = 5), mass(start = 13));
end StartsOfTiedVariables;
