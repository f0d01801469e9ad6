// Defaults may use other inputs, but not in a ring (12.4.4).
model DefaultsInARing
  function f
    input Real a = b; // error[E0306]: the value of 'a' in the call of 'DefaultsInARing.f' depends on itself
    input Real b = a;
    output Real y;
  algorithm
    y := a + b;
  end f;
  Real y = f();
  Real z = f(1);
end DefaultsInARing;
