// 10.3 and 10.5: sizes and subscripts that do not fit, found while a function is evaluated for a constant. The model Late has
// the same calls at run time; tests/cli/sizes_at_run_time.cli runs them.
// check: --class Sizes.Early
package Sizes
  type Colour = enumeration(red, green);
  function joined
    input Real A[:, :];
    input Real B[:, :];
    output Real y = sum(cat(1, A, B));
  algorithm
  end joined;
  function stacked
    input Real v[:];
    input Real w[:];
    output Real y = sum({v, w});
  algorithm
  end stacked;
  function filled
    input Integer n;
    output Real y = sum(fill(1.0, n));
  algorithm
  end filled;
  function spaced
    input Integer n;
    output Real y = sum(linspace(0, 1, n));
  algorithm
  end spaced;
  function one
    input Real v[:];
    output Real y = scalar(v);
  algorithm
  end one;
  function line
    input Real A[:, :];
    output Real y = sum(vector(A));
  algorithm
  end line;
  function chosen
    input Real v[:];
    input Integer k;
    output Real y = sum(v[{1, k}]);
  algorithm
  end chosen;
  function moved
    input Real v[:];
    output Real y;
  protected
    Real w[:] = v;
  algorithm
    w[1:2] := v;
    y := sum(w);
  end moved;
  function power
    input Real A[:, :];
    input Integer n;
    output Real y = sum(A^n);
  algorithm
  end power;
  function extent
    input Real v[:];
    input Integer k;
    output Real y = size(v, k);
  algorithm
  end extent;
  function added
    input Real v[:];
    input Real w[:];
    output Real y = sum(v + w);
  algorithm
  end added;
  function kept
    input Real v[:];
    output Real y;
  protected
    Real w[2];
  algorithm
    w := v;
    y := sum(w);
  end kept;
  function sized
    input Integer n;
    output Real y;
  protected
    Real w[n];
  algorithm
    w := fill(1.0, n);
    y := sum(w);
  end sized;
  function times
    input Real A[:, :];
    input Real v[:];
    output Real y = sum(A*v);
  algorithm
  end times;
  function mirrored
    input Real A[:, :];
    output Real y = sum(symmetric(A));
  algorithm
  end mirrored;
  function crossed
    input Real v[:];
    output Real y = sum(cross(v, {1, 2, 3}));
  algorithm
  end crossed;
  function picked
    input Real v[:];
    input Integer k;
    output Real y = v[k];
  algorithm
  end picked;
  function padded
    input Integer n;
    output String s = String(n, minimumLength = n);
  algorithm
  end padded;
  function digits
    input Integer n;
    output String s = String(1.5, significantDigits = n);
  algorithm
  end digits;
  function formatted
    input String f;
    output String s = String(1.5, format = f);
  algorithm
  end formatted;
  function named
    input Integer n;
    output String s = String(Colour(n));
  algorithm
  end named;
  model Late
    parameter Integer k = 1;
    Integer minus = -integer(time + 1);
    Real r = time + 1;
    Real y = if k == 1 then joined({{r, 2}}, {{r}}) elseif k == 2 then stacked({r, 2}, {r}) elseif k == 3 then filled(minus)
       elseif k == 4 then spaced(-minus) elseif k == 5 then one({r, 2}) elseif k == 6 then line({{r, 2}, {3, 4}})
       elseif k == 7 then chosen({r, 2}, 2 - minus) elseif k == 8 then moved({r, 2, 3}) elseif k == 9 then power({{r}}, minus)
       elseif k == 10 then extent({r, 2}, 1 - minus) elseif k == 11 then added({r, 2}, {r}) elseif k == 12 then kept({r, 2, 3})
       elseif k == 13 then sized(minus) elseif k == 14 then times({{r, 2}}, {r}) elseif k == 15 then mirrored({{r, 2}})
       elseif k == 16 then crossed({r, 2}) elseif k == 17 then picked({r, 2}, minus) else 0;
    String s = if k == 21 then padded(5000000 + minus) elseif k == 22 then digits(minus) elseif k == 23 then formatted("x" + padded(-minus))
       elseif k == 24 then named(2 - minus) else "";
  end Late;
  model Early
    constant Real a = joined({{1, 2}}, {{1}}); // error[E0314]@23: 'joined({{1, 2}}, {{1}})' cannot be evaluated at compile time: the sizes of the arrays differ
    constant Real b = stacked({1, 2}, {1}); // error[E0314]@23: 'stacked({1, 2}, {1})' cannot be evaluated at compile time: the elements of the array differ in size
    constant Real c = filled(-1); // error[E0314]@23: 'filled(-1)' cannot be evaluated at compile time: an array cannot have the size -1
    constant Real d = spaced(1); // error[E0314]@23: 'spaced(1)' cannot be evaluated at compile time: linspace needs at least two points
    constant Real e = one({1, 2}); // error[E0314]@23: 'one({1, 2})' cannot be evaluated at compile time: scalar() needs an array of one element
    constant Real f = line({{1, 2}, {3, 4}}); // error[E0314]@23: 'line({{1, 2}, {3, 4}})' cannot be evaluated at compile time: vector() needs an array with at most one long dimension
    constant Real g = chosen({1, 2}, 3); // error[E0314]@23: 'chosen({1, 2}, 3)' cannot be evaluated at compile time: subscript 3 of dimension 1 is outside 1 to 2
    constant Real h = moved({1, 2, 3}); // error[E0314]@23: 'moved({1, 2, 3})' cannot be evaluated at compile time: the sizes of the two sides of the assignment differ
    constant Real i = power({{1}}, -1); // error[E0314]@23: 'power({{1}}, -1)' cannot be evaluated at compile time: '^' needs a square matrix and an exponent that is not negative
    constant Real j = extent({1, 2}, 2); // error[E0314]@23: 'extent({1, 2}, 2)' cannot be evaluated at compile time: the array has 1 dimensions, not 2
    constant Real k = added({1, 2}, {1}); // error[E0314]@23: 'added({1, 2}, {1})' cannot be evaluated at compile time: the sizes of the operands of '+' differ
    constant Real l = kept({1, 2, 3}); // error[E0314]@23: 'kept({1, 2, 3})' cannot be evaluated at compile time: the sizes of the two sides of the assignment differ
    constant Real m = sized(-1); // error[E0314]@23: 'sized(-1)' cannot be evaluated at compile time: 'w' cannot have the size -1
    constant Real n = times({{1, 2}}, {1}); // error[E0314]@23: 'times({{1, 2}}, {1})' cannot be evaluated at compile time: the inner sizes of the product differ
    constant Real o = mirrored({{1, 2}}); // error[E0314]@23: 'mirrored({{1, 2}})' cannot be evaluated at compile time: symmetric needs a square matrix
    constant Real p = crossed({1, 2}); // error[E0314]@23: 'crossed({1, 2})' cannot be evaluated at compile time: 'cross' needs vectors of three numbers
    constant Real q = picked({1, 2}, -1); // error[E0314]@23: 'picked({1, 2}, -1)' cannot be evaluated at compile time: subscript -1 of dimension 1 is outside 1 to 2
    constant String r = padded(5000000); // error[E0314]@25: 'padded(5000000)' cannot be evaluated at compile time: a length given to String() is out of range
    constant String s = digits(-1); // error[E0314]@25: 'digits(-1)' cannot be evaluated at compile time: a length given to String() is out of range
    constant String t = formatted("x1"); // error[E0314]@25: 'formatted("x1")' cannot be evaluated at compile time: 'x1' is not a format for String()
    constant String u = named(3); // error[E0314]@25: 'named(3)' cannot be evaluated at compile time: Sizes.Colour has no literal number 3
  end Early;
end Sizes;
