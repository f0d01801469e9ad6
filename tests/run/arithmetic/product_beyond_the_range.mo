// 3^34 is beyond 2^53 and would be rounded. reference: 3^33 = 5559060566555523
// expect: status = 3
// expect: error at time 0.34
// expect: error product_beyond_the_range.mo:12:
// expect: error the value of '3*pre(k)' exceeds the range of Integer
// expect: k = 5559060566555523
model ProductBeyondTheRange
  Integer k(start = 1, fixed = true);
equation
  when sample(0.01, 0.01) then
    // the thirty-fourth time
    k = 3*pre(k);
  end when;
end ProductBeyondTheRange;
