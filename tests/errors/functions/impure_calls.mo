// 12.3: an impure function is called at events, at the start, from another impure function, for
// a parameter, or as pure(..). Elsewhere it depends on the solver how often it is called.
impure function measure
  input Real x;
  output Real y;
  external "C" y = fabs(x);
end measure;

impure function measureTwice
  input Real x;
  output Real y = measure(x) + measure(x);
end measureTwice;

pure function hidden
  input Real x;
  output Real y = measure(x); // warning[E0321]@19: the impure function 'measure' cannot be called here
end hidden;

model ImpureCalls
  parameter Real p = measure(1);
  Real a = measure(time); // warning[E0321]@12: the impure function 'measure' cannot be called here
  Real b = pure(measure(time));
  Real c = hidden(time);
  Real e;
  discrete Real d;
initial equation
  d = measureTwice(1);
equation
  e = measureTwice(time); // warning[E0321]@7: the impure function 'measureTwice' cannot be called here
  when time > 0.5 then
    d = measure(time);
  end when;
end ImpureCalls;
