// Long functions from numbers to numbers keep values for arguments that come again; short ones,
// recursive ones, those with messages and those with arrays do not, nor who calls such a function.
// line: function RememberedFunctions.root: 1 in, 1 out, 7 words, remembered
// count: 2 , remembered
model RememberedFunctions
  function root "by Newton's method"
    input Real x;
    output Real y;
  algorithm
    y := x;
    for i in 1:40 loop
      y := 0.5*(y + x/y);
    end for;
  end root;
  function both "through the other"
    input Real x;
    output Real y;
  algorithm
    y := if x > 2 then root(x) else root(2 - x);
    annotation(Inline = false);
  end both;
  function short
    input Real x;
    output Real y;
  algorithm
    y := x*x + 1;
    annotation(Inline = false);
  end short;
  function telling
    input Real x;
    output Real y;
  algorithm
    assert(x < 100, "large", AssertionLevel.warning);
    y := root(x);
  end telling;
  function factorial
    input Real x;
    output Real y;
  algorithm
    y := if x < 2 then 1 else x*factorial(x - 1) + 0*root(x);
    annotation(Inline = false);
  end factorial;
  function of_array
    input Real x[:];
    output Real y;
  algorithm
    y := root(x[1]);
    annotation(Inline = false);
  end of_array;
  Real a = root(2 + time) + both(time) + short(time) + telling(time) + factorial(4 + 0*time);
  Real b = of_array({time + 1, 2});
end RememberedFunctions;
