// An inherited function sees the constants and functions of the heir package: 5.6.1, 7.1.
// Expected: f: y := 287*T + Dry.h(T); h: y := 287 + T; one copy however many models use Dry
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end R;
partial package M0
  constant Real R;
  replaceable partial function h
    input Real T;
    output Real y;
  end h;
  function f
    input Real T;
    output Real y;
  algorithm
    y := R*T + h(T);
  end f;
end M0;
package Dry
  extends M0(R = 287);
  redeclare function extends h
  algorithm
    y := R + T;
  end h;
end Dry;
model InheritedFunctionSeesHeir
  replaceable package M = Dry constrainedby M0;
  Real y = M.f(time);
end InheritedFunctionSeesHeir;

/* flat
function 'Dry.f'
  input Real T;
  output Real y;
algorithm
  y := 287.0*T + 'Dry.h'(T);
end 'Dry.f';
function 'Dry.h'
  input Real T;
  output Real y;
algorithm
  y := 287.0 + T;
end 'Dry.h';
model InheritedFunctionSeesHeir
  Real y;
equation
  y = 'Dry.f'(time);
end InheritedFunctionSeesHeir;
*/
