// Functions named in annotations are found from the function and kept: 12.7, 12.8.
// Expected: functions P.f and P.f_der are both in the flat model, linked
package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (derivative = f_der);
  end f;
  function f_der
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 2*x*dx;
  end f_der;
end P;
model FunctionsInAnnotations
  Real x = P.f(time);
  Real v = der(x);
end FunctionsInAnnotations;

/* flat
function 'P.f'
  input Real x;
  output Real y;
algorithm
  y := x^2;
  annotation(derivative = 'P.f_der');
end 'P.f';
function 'P.f_der'
  input Real x;
  input Real dx;
  output Real dy;
algorithm
  dy := 2.0*x*dx;
end 'P.f_der';
model FunctionsInAnnotations
  Real x;
  Real v;
equation
  x = 'P.f'(time);
  v = der(x);
end FunctionsInAnnotations;
*/
