// Only encapsulated elements are found in a class that is no package (5.3.2). Classes and constants
// can be meant in one way only, so they are taken with a warning; a parameter has no value there.
package P
  model A
    parameter Real p = 2;
    constant Real c = 4;
    type Level = enumeration(low, high);
    model B
      Real y = 1;
    end B;
    Real x = 1;
  end A;
  model M
    import P.A.Level;  // warning[E0215]@12: only elements of packages can be imported, but 'P.A' is a model
    A.B b;  // warning[E0223]@7: 'B' is an element of the model 'P.A', which is no package, and not encapsulated
    Real y = A.c;  // warning[E0223]@16: 'c' is an element of the model 'P.A', which is no package, and not encapsulated
    Real z = A.p;  // error[E0223]@16: 'p' is an element of the model 'P.A', which is no package, and not encapsulated
    Level level = Level.low;
  end M;
end P;
