// A function takes the elements that it asks for by their names, wherever they are in the record: sqrt(3^2 + 4^2) = 5 at 1.
//
// expect: d(1) = 5 +- 1e-12
// expect: e(1) = 5 +- 1e-12
model RecordWithMore
  record Point
    Real x, y;
  end Point;

  record Place
    Real z, y, x;
  end Place;

  function distance
    input Point p;
    output Real d;
  algorithm
    d := sqrt(p.x^2 + p.y^2);
  end distance;

  function through
    input Place p;
    output Real d;
  algorithm
    d := distance(p);
  end through;

  Place place(x = 3*time, y = 4*time, z = 7);
  Real d = distance(place);
  Real e = through(place);
end RecordWithMore;
