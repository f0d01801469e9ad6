// 3.5: == and <> of Reals belong into functions. What does not vary continuously is left alone.
model EqualityOfReals
  function same
    input Real a, b;
    output Boolean yes = a == b;
  algorithm
  end same;
  parameter Real p = 1;
  Real x(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Boolean b = x == 0.5; // warning[E0332]@15: 'x' varies continuously: compare it with < or >
  Boolean c = 1 <> der(x); // warning[E0332]@15: 'der(x)' varies continuously
  Boolean fine = p == 1 and d <> 2 and same(d, 0.5);
equation
  der(x) = if p == 1 then 1 else 2;
  when x > 0.5 then
    d = 1;
  end when;
end EqualityOfReals;
