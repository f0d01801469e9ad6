// A record with more elements than the function asks for: those are refused with --strict.
//
// check: --strict
model RecordWithMoreStrictly
  record Point
    Real x, y;
  end Point;

  record Place
    Real z, y, x;
  end Place;

  function distance
    input Point p; // note[E0301]: they are left out; 'p' is declared here
    output Real d;
  algorithm
    d := sqrt(p.x^2 + p.y^2);
  end distance;

  Place place(x = 3*time, y = 4*time, z = time);
  Real d = distance(place); // error[E0301]: the argument 'p' of 'RecordWithMoreStrictly.distance' is a 'RecordWithMoreStrictly.Place', which has elements that 'RecordWithMoreStrictly.Point' has not (12.4.1)
end RecordWithMoreStrictly;
