// An array of components without elements has a class, with the modifiers and redeclarations of its declaration.
// expect: k = 3
// expect: n(1) = 1
package ClassOfAnEmptyArray
  package Partial
    replaceable record State
    end State;
    constant Integer nC = 0;
    replaceable partial function value
      input State s;
      output Real y;
    end value;
  end Partial;
  package Medium
    extends Partial(nC = 3);
    redeclare record extends State
      Real x;
    end State;
    redeclare function extends value
    algorithm
      y := s.x;
    end value;
  end Medium;
  connector Port
    replaceable package Med = Partial;
    Real r;
    flow Real f;
    input Med.State s;
    parameter Integer k = Med.nC;
  end Port;
  model T
    parameter Integer n = 0;
    Port c[n](redeclare package Med = Medium);
    Real y[n] = Medium.value(c.s);
    parameter Integer k = Medium.nC + sum(c.k);
    Real n1 = size(y, 1) + time;
  end T;
  model All
    T t;
    parameter Integer k = t.k;
    Real n = t.n1;
  end All;
end ClassOfAnEmptyArray;
