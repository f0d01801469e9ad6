// Statements of a model may ask for arrays of sizes that they have just computed, as those of a function do.
model SizesInAlgorithms
  Real c[4](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0, 0.25) then
    n := pre(n) + 1;
    if n <= 4 then
      c[1:n] := fill(1/n, n);
      c[1:n] := c[1:n] + ones(n);
    end if;
  end when;
  // expect: c[1](0.6) = 1.3333333333333333 +- 1e-12
  // expect: c[4](0.6) = 0 +- 0
  // expect: c[4](0.9) = 1.25 +- 1e-12
end SizesInAlgorithms;
