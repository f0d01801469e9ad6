// What lies outside of a table is told where it is reached, at 0.5.
// simulate: --stop-time 1
// expect: status = 3
// expect: error subscript 1 of 'c' is 3, but the size is 2
model RowThatIsNotThere
  function value
    input Real x;
    output Real y;
  protected
    Real c[2] = {1, 2};
  algorithm
    y := 1;
    if x > 0.5 then
      y := c[3];
    end if;
  end value;
  Real y = value(time);
end RowThatIsNotThere;
