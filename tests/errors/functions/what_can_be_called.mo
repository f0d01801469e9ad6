// 12.4: what can be called, and how.
model Calls
  type Size = enumeration(small, large);
  type Whole = Integer;
  type Words = String;
  model Part
    Real x = 1;
    package Inside
      function double
        input Real x;
        output Real y = 2*x;
      algorithm
      end double;
    end Inside;
  end Part;
  record Pair
    Real a;
    Real b;
  end Pair;
  function two
    input Real x;
    output Real y;
    output Real z;
  algorithm
    y := x;
    z := x;
  end two;
  Part part;
  Integer a = Whole(Size.large);
  String b = Words(3);
  Real c[3] = array(1, 2, 3);
  Real d[2] = array(2*i for i in 1:2);
  Real e = part.Inside.double(2);
  Real f = Part(1); // error[E0309]@12: 'Part' is no function
  Real g = sum(i(1) for i in 1:2); // error[E0309]@16: 'i' is no function
  Real h = Size.small(1); // error[E0309]@12: 'Size.small' is no function
  Real i = part.Inside.triple(2); // error[E0201]@24: package 'Calls.Part.Inside' has no element 'triple'
  Pair j = Pair(1); // error[E0308]@12: the call of 'Calls.Pair' lacks the argument 'b'
  Pair k = Pair(1, 2, 3); // error[E0308]@12: 'Calls.Pair' takes at most 2 arguments, but 3 are given
  Real l = two(1, 2); // error[E0308]@12: 'Calls.two' takes at most 1 argument, but 2 are given
  Real m = two(x = 1, x = 2); // error[E0308]@23: the argument 'x' is given twice
  Real n = two(y = 1); // error[E0308]@16: 'Calls.two' has no argument 'y'
  Real o = part(1); // error[E0309]@12: 'part' is no function
  Real p = part.x(1); // error[E0309]@12: 'part.x' is no function
  Real q = part.Inside(1); // error[E0309]@12: 'part.Inside' is no function
  Real r = Nothing.f(1); // error[E0200]@12: 'Nothing' is not declared
  Real s = (1, 2); // error[E0301]@12: a list of results can only stand on the left of a call
  Real t = two; // error[E0310]@12: 'two' is a class, not a value
  Real u = Part; // error[E0310]@12: 'Part' is a class, not a value
  Real v = two(1) + part; // error[E0310]@21: 'part' is a component with an inner structure, not a value
  Real y = break;
end Calls;
