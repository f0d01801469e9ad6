// What a declaration may carry into the flat text: enumerations with quoted literals and as sizes,
// strings with escapes, arrays without elements, functions given to functions, derivatives by
// annotation, operators of events and time, protected and hidden variables, guesses by their level.
// All variables are functions of the time that can be read from their declarations; the ball of
// height 1 touches down at sqrt(2/9.81) and leaves with 0.7 of its speed.
// simulate: --tolerance 1e-9
// expect: x1 = 10
// expect: x1(0.1) = 20
// expect: x2 = 1.875 +- 1e-12
// expect: x3 = 5 +- 1e-12
// expect: x5 = 3 +- 1e-9
// expect: v[1](end) = 1 +- 1e-12
// expect: cond(0.1) = 3
// expect: cond = 1
// expect: neg = 5
// expect: cmp[2,3](end) = 6 +- 1e-12
// expect: px(0.95) = 0.8 +- 1e-9
// expect: vel = -2.27994 +- 1e-5
// expect: inside(0.5) = 0.25 +- 1e-12
package FlatDeclarations
  type E = enumeration(a "first", 'b c', c);
  partial function base
    input Real x;
    output Real y;
  end base;
  function square
    extends base;
  algorithm
    y := x^2;
  end square;
  function scaled
    extends base;
    input Real s;
  algorithm
    y := s*x;
  end scaled;
  function quarters
    input base f;
    input Real b;
    output Real r = 0;
  algorithm
    for i in 1:4 loop
      r := r + f(b*i/4);
    end for;
  end quarters;
  function tripled
    input Real x;
    input Real a = 3;
    output Real y;
  algorithm
    y := a*x;
    annotation(derivative(zeroDerivative = a) = tripled_der, Inline = false);
  end tripled;
  function tripled_der
    input Real x, a, dx;
    output Real dy;
  algorithm
    dy := a*dx;
  end tripled_der;
  function text
    input Integer n;
    output String s = "line\n" + String(n) + "\t\"q\" \\";
  algorithm
  end text;
  function reversed
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      y[i] := x[size(x, 1) + 1 - i];
    end for;
  end reversed;
  function ones_of
    input Integer n;
    output Real y[n] = fill(1.0, n);
  algorithm
  end ones_of;
  model Declarations "with \"quotes\"
and a second line"
    E e(start = E.'b c', fixed = true);
    parameter Real table[E] = {10, 20, 30};
    Real x1 = table[e] "with \"quotes\" and a \\";
    Real x2 = quarters(square, time), x3 = quarters(function scaled(s = time), 2);
    Real x4 = tripled(time), x5 = der(x4);
    parameter String words = text(3);
    Real v[3] = reversed({1, 2, time}), none[0] = ones_of(0), sum_of_none = sum(none);
    parameter Integer n = 2;
    Real w[n, n] = {{time, 1}, {2, 3}}*identity(n), ws[:] = w[:, 1] + vector(w[1:2, 2]);
    Boolean b[2] = {time > 0.3, not time > 0.6};
    Real cond = if e == E.a then 1 elseif b[1] then 2 else 3;
    Real pw = -time^2, pw2 = (-time)^2, neg = 2 - (-3), dv = 1/(2/(time + 1)), frac = (2*time)^(-1.5 + 3);
    Real sm = smooth(0, if time < 0.2 then 0 else 1), no = noEvent(if time > 0.5 then 1 else 2);
    Real dl = delay(time, 0.1), ho = homotopy(time^2, time), tiny = 1.2345678901234567e-300*time;
    Real mn = min(k*k for k in -1:1), cmp[2, 3] = {p*q for q in 1:3, p in {time, 2}};
    Clock c = Clock(0.1);
    Real sx = sample(time, c), px(start = 0) = previous(sx);
    Real h(start = 1, fixed = true, nominal = 0.5), vel(start = 0, fixed = true, stateSelect = StateSelect.always);
    Real hidden = h annotation(HideResult = true);
    Real inside = square2;
  protected
    Real square2(min = 0, max = 4) = time^2;
  equation
    when sample(0.25, 0.25) then
      e = if pre(e) == E.c then E.a else E.c;
    end when;
    der(h) = vel;
    der(vel) = -9.81;
    when h < 0 then
      reinit(vel, -0.7*pre(vel));
    end when;
    assert(time < 10, "too \"late\"\n" + String(time, significantDigits = 3), AssertionLevel.warning);
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end Declarations;
end FlatDeclarations;
