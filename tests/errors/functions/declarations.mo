// 12.2, 12.7 and 12.9: declarations of functions.
model FunctionDeclarations
  model Part
    Real x = 1;
  end Part;
  record R
    Real a;
  end R;
  function of_part
    input Part p; // error[E0301]@16: 'p' is a component with an inner structure that is no record, which cannot be a variable of a function
    output Real y = 1;
  algorithm
  end of_part;
  function f
    input Real x;
    input Real v[2];
    output Real y;
  algorithm
    y := x*v[1];
  end f;
  function f_v = der(f, v); // error[E0308]@3: 'v' is no scalar Real input of 'FunctionDeclarations.f'
  function f_z = der(f, z); // error[E0308]@3: 'z' is no scalar Real input of 'FunctionDeclarations.f'
  function rounded
    input Real x;
    output Real y;
  algorithm
    y := 0;
    while y < x loop
      y := y + 1;
    end while;
    y := integer(x);
  end rounded;
  function text
    input Real x;
    output String s = "a";
  algorithm
  end text;
  function text_x = der(text, x); // error[E0314]@3: 'FunctionDeclarations.text' cannot be differentiated: it has no Real output
  function to_c
    input R r[2];
    output Real y;
  external "C"; // error[E0316]@3: an array of records cannot be passed to C
  end to_c;
  function nested_to_c
    input Real x;
    output Real y;
  external "C" x = nested(y); // error[E0316]@16: the result of an external function is an output
  end nested_to_c;
  function nobody
    input Real x;
    output Real y;
  end nobody;
  function nobody_x = der(nobody, x);
  function marked
    input Real x;
    input Real k;
    output Real y = x*k;
  algorithm
    annotation(smoothOrder = 2, derivative(noDerivative = w) = marked_der); // warning[E0308]@59: 'w' is no input of 'FunctionDeclarations.marked'
  end marked;
  function marked_der
    input Real x;
    input Real k;
    input Real dx;
    output Real y = dx*k;
  algorithm
  end marked_der;
  Part p;
  R r[2](a = {1, 2});
  Real a = of_part(p); // error[E0310]@20: 'p' is a component with an inner structure, not a value
  Real b = f_v(1, {1, 2});
  Real c = f_z(1, {1, 2});
  Real d = text_x(1);
  Real e = to_c(r);
  Real g = nested_to_c(1);
  Real h = nobody_x(1);
  Real i = der(marked(time, 2));
end FunctionDeclarations;
