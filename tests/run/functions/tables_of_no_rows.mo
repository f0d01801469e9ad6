// A function for tables of several kinds: each branch looks at rows that only its own kind has.
// The first kind has one row, 2*x; the second none, and 3*x is written out.
// simulate: --stop-time 1
// expect: y(1) = 2 +- 1e-12
// expect: z(1) = 3 +- 1e-12
// expect: w(1) = 5 +- 1e-12
model TablesOfNoRows
  record Table
    constant Integer kind = 1;
    constant Real c[:, 1];
  end Table;
  function value
    input Real x;
    input Integer kind;
    input Real c[:, 1];
    output Real y;
  protected
    Integer chosen = kind;
  algorithm
    if chosen == 1 then
      y := c[1, 1]*x;
    elseif chosen == 2 then
      y := 3*x;
    else
      y := c[2, 1];
    end if;
  end value;
  function of_constants
    input Real x;
    output Real y;
  protected
    Integer chosen = if x > 100 then 1 else 2;
    Real c[0, 1] = zeros(0, 1);
    Real d[2] = {5, 6};
  algorithm
    y := 0;
    if chosen == 1 then
      y := c[1, 1]*x + d[3];
    end if;
    for i in 1:0 loop
      y := c[2, 1];
    end for;
    y := y + d[1];
  end of_constants;
  Real y = value(time, 1, {{2}});
  Real z = value(time, 2, zeros(0, 1));
  Real w = of_constants(time);
end TablesOfNoRows;
