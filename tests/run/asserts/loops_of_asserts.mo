// Loops that assign nothing: the third element exceeds 2.5 at 5/6 (11.2.2).
// expect: status = 3
// expect: error x[3] too large
// expect: time(end) = 0.83333333333 +- 1e-6
model LoopsOfAsserts
  Real x[3] = {1, 2, 3*time};
algorithm
  for i in 1:3 loop
  end for;
  for i in 1:3 loop
    for j in 1:i loop
      assert(x[j] < 2.5, "x[" + String(j) + "] too large");
    end for;
  end for;
end LoopsOfAsserts;
