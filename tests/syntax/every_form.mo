within Top.Middle;
encapsulated package Forms "Every form of class, element and equation"
  import Top.Other;
  import Short = Top.Other.Long;
  import Top.Other.*;
  import Top.Other.{First, Second};
  partial model Base "a" + "b"
    replaceable model Part = Other(x = 1) constrainedby Bound(y = 2) "why"
      annotation (choicesAllMatching = true);
    replaceable Real z constrainedby Real(min = 0);
    inner outer Real w;
  protected
    Real hidden[3](each start = 1, each fixed = true) = {1, 2, 3};
    parameter Real p = 1, q(min = 0) = 2 "second" annotation (Dialog(tab = "T"));
    final constant Integer n = 3;
    Real there if n > 2;
  end Base;
  model Derived
    extends Base(
      final z = 3,
      redeclare model Part = Third,
      redeclare replaceable Real w constrainedby Real,
      replaceable model R = S,
      x.y(start = 1),
      break hidden,
      break connect(a, b));
  initial equation
    x = 0;
  equation
    der(x) = -x "decay" annotation (x = 1);
    connect(a.b[1], c);
    if n > 2 then
      y = 1;
    elseif n > 1 then
      y = 2;
    else
      y = 3;
    end if;
    for i in 1:n, j loop
      v[i, j] = 0;
    end for;
    when {initial(), sample(0, 1)} then
      reinit(x, 1);
    elsewhen terminal() then
      k = pre(k) + 1;
    end when;
    (a, , b) = f(x, k = 1);
    assert(x > 0, "message");
  initial algorithm
    k := 0;
  algorithm
    while k < 3 loop
      k := k + 1;
      if k == 2 then
        break;
      end if;
    end while;
    (x, y) := f(1);
    v[2] := 1;
    return;
    annotation (Icon(graphics = {Line(points = {{0, 0}, {1, 1}})}));
  end Derived;
  model extends Inherited(k = 2) "more"
  end Inherited;
  type Length = Real(unit = "m");
  type Vector = input Length[3](min = 0) "three";
  type Color = enumeration(red "r", green annotation (a = 1), 'dark blue') "colors";
  type Open = enumeration(:);
  expandable connector Bus
  end Bus;
  connector Pin
    Real v;
    flow Real i;
    stream Real h;
  end Pin;
  operator record Number
    Real re;
    encapsulated operator 'constructor'
      function fromReal
        input Real re;
        output Number result(re = re);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '+' = add;
  end Number;
  pure function ext
    input Real x[:, 2];
    output Real y;
  external "C" y = ext_c(x, size(x, 1)) annotation (Library = "m");
  end ext;
  impure function none
  external;
  end none;
  function partialDerivative = der(ext, x, z) "of ext";
  annotation (version = "1", uses(Other(version = "2")));
end Forms;
