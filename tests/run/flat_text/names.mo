// Names that mean two things once nothing but one class is left: a function beside a variable of its
// name, 'a.y' beside the y of a, an iterator of a vectorized call beside a variable i1, an iterator
// beside a local variable, a package modified in two ways.
// expect: a.f = 2 +- 1e-12
// expect: a.y = 1 +- 1e-12
// expect: 'a.y' = 3 +- 1e-12
// expect: b.z = 3 +- 1e-12
// expect: v[3] = 16 +- 1e-12
// expect: 'it\'s' = 4 +- 1e-12
// expect: s = 30 +- 1e-12
// expect: m = 5 +- 1e-12
// expect: n = 7 +- 1e-12
package a
  function f
    input Real x;
    output Real y = 2*x;
  algorithm
    annotation(Inline = false);
  end f;
end a;
package Medium
  constant Real k = 5;
  record State
    Real h;
    Real X[n];
  end State;
  constant Integer n = 1;
  function h
    input State s;
    output Real y = k*s.h + sum(s.X);
  algorithm
    annotation(Inline = false);
  end h;
end Medium;
function g
  input Real x;
  output Real y = 3*x;
algorithm
  annotation(Inline = false);
end g;
model Names
  model A
    Real y = time;
    Real f = .a.f(time);
  end A;
  model B
    Real z = .g(time);
  end B;
  function h
    input Real x;
    input Real w;
    output Real y = 3*x + w;
  algorithm
    annotation(Inline = false);
  end h;
  function squares
    input Integer n;
    output Integer s = 0;
  protected
    Integer i = n;
  algorithm
    for i in 1:n loop
      s := s + i*i;
    end for;
  end squares;
  package M = Medium;
  package N = Medium(k = 6, n = 2);
  A a;
  Real 'a.y' = 3*time, 'it\'s' = 'a.y' + 1;
  B b;
  Real g = 5, i1 = 7*time;
  Real v[3] = h({1, 2, 3}, i1);
  Integer s = squares(4);
  Real m = M.h(M.State(time, {0}));
  Real n = N.h(N.State(time, {1, 0}));
  annotation(experiment(StopTime = 1));
end Names;
