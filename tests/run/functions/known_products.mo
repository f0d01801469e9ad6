// Products of arrays whose elements are results of functions of records that are known: what the
// elements become part of is an array of other words than it was.
// reference: computed by hand, mixture = 0.25*(1 + 2 T + 3 T^2 + 7) + 0.75*(4 + 5 T + 6 T^2 + 20 + 3)
// expect: mixture(0) = 51.75 +- 1e-12
// expect: mixture(1) = 82.25 +- 1e-12
// expect: share(1) = 82.25 +- 1e-12
model KnownProducts
  record Data
    Real a[3];
    Real b;
  end Data;
  constant Data first = Data({1, 2, 3}, 10);
  constant Data second = Data({4, 5, 6}, 20);
  function ofOne
    input Data data;
    input Real T;
    input Boolean isShifted;
    input Real offset = 0;
    output Real h;
  algorithm
    h := data.a[1] + T*(data.a[2] + T*data.a[3]) + (if isShifted then data.b else 0) + offset;
    annotation(Inline = false);
  end ofOne;
  function ofBoth
    input Real p, T;
    input Real X[:];
    output Real h;
  protected
    Real x, rest;
  algorithm
    x := min(X[1], p);
    rest := 1 - X[1];
    h := {ofOne(first, T, false, 7), ofOne(second, T, true, 3)}*{x, rest};
    annotation(Inline = false);
  end ofBoth;
  Real T = 2 + time;
  Real mixture = ofBoth(100, T, {0.25});
  Real share = ofBoth(100 + time, T, {0.25, 0.75});
  annotation(experiment(StopTime = 1));
end KnownProducts;
