// An Integer zero has no sign: whatever it comes from, its text is "0" and its inverse is the
// same. reference: arithmetic of whole numbers; String(0) is "0" (specification section 3.7.1)
// expect: all_are_zero = 1
// expect: text = 1
// expect: inverse = 1
// expect: in_function = 1
model NoMinusZero
  function zeros_of
    input Integer n;
    input Integer m;
    output Boolean ok;
  protected
    Integer v[3];
    Integer s;
    String t;
  algorithm
    v := {n, 0, -n};
    v := -v;
    s := sum(v) + product(v) + v*{m, m, m};
    t := String(-n) + String(n*m) + String(div(n + 1, m)) + String(v[1]) + String(v[3]) + String(s);
    ok := t == "000000";
  end zeros_of;
  parameter Integer n = 0;
  parameter Integer m = -7;
  Integer k = integer(0.5*time);
  Integer z[9] = {-n, n*m, div(1, m), rem(n, m), mod(14, m), integer(-0.3*n), -k, k*m, div(k, m)};
  Boolean all_are_zero = sum(abs(i) for i in z) == 0;
  Boolean text = String(z[1]) + String(z[2]) + String(z[3]) + String(z[4]) + String(z[5]) + String(z[6])
      + String(z[7]) + String(z[8]) + String(z[9]) == "000000000";
  Boolean inverse = atan2(z[1], -1) > 3 and atan2(z[3], -1) > 3 and atan2(z[8], -1) > 3;
  Boolean in_function = zeros_of(k, m);
end NoMinusZero;
