// The same for the products and sums inside of a scalar product, a matrix product and a reduction.
// simulate: --set which=1
// simulate: --set which=2
// simulate: --set which=3
// simulate: --set which=4
// expect: status = 3
// expect: error exceeds the range of Integer
model ScalarProductBeyondTheRange
  function f
    input Integer v[:];
    input Integer which;
    output Integer s;
  protected
    Integer m[2];
  algorithm
    if which == 1 then
      s := v*v;
    elseif which == 2 then
      m := [v[1], v[2]; v[2], v[1]]*v;
      s := m[1];
    elseif which == 3 then
      s := sum(i*j for i in v, j in v);
    else
      s := product(v);
    end if;
  end f;
  parameter Integer which = 1;
  Integer one = if time < 2 then 1 else 2;
  Integer s = f({3037000500*one, 3037000500}, which);
end ScalarProductBeyondTheRange;
