// Precedence and associativity, section 3.2 of the specification. The trees below are read off
// its table: ^ binds strongest and does not associate; products and sums associate to the left;
// a sign takes the whole term behind it; relations do not associate; then not, and, or; then
// the range, and last the if-expression.
model Precedence
  Real a1 = 1 - 2 - 3;
  Real a2 = 8/4*2;
  Real a3 = -2^2;
  Real a4 = -a*b;
  Real a5 = -a + b;
  Real a6 = a*b^c/d;
  Real a7 = a .+ b .* c .^ d ./ e .- f;
  Real a8 = (a + b)*c;
  Boolean b1 = not a < b and c or d and not e;
  Boolean b2 = a + 1 <= b*2;
  Boolean b3 = not a == b;
  Real r1[:] = 1:2*n;
  Real r2[:] = a + 1:-1:b - 1;
  Real i1 = if a then b elseif c then d + 1 else e:f;
  Real i2 = if a or b then 1 else if c then 2 else 3;
  Real c1 = f(a, b + 1, x = -2, g = function h(k = 1));
  Real c2 = sum(i*j for i in 1:3, j in {1, 2});
  Real c3 = .A.b[1, :].c[end - 1];
  Real m1[:, :] = [1, 2; 3, 4];
  Real m2 = (a)[1] + (f(x)).y;
  Real n1 = 1. + .5 + 1e3 + 1.5E-3 + 10;
  String s1 = "a" + "b\n";
end Precedence;
/* ast
file
model Precedence long
  component a1 group 0
    type Real
    = ((1 - 2) - 3)
  component a2 group 1
    type Real
    = ((8 / 4) * 2)
  component a3 group 2
    type Real
    = (- (2 ^ 2))
  component a4 group 3
    type Real
    = (- (a * b))
  component a5 group 4
    type Real
    = ((- a) + b)
  component a6 group 5
    type Real
    = ((a * (b ^ c)) / d)
  component a7 group 6
    type Real
    = ((a .+ ((b .* (c .^ d)) ./ e)) .- f)
  component a8 group 7
    type Real
    = (paren((a + b)) * c)
  component b1 group 8
    type Boolean
    = (((not (a < b)) and c) or (d and (not e)))
  component b2 group 9
    type Boolean
    = ((a + 1) <= (b * 2))
  component b3 group 10
    type Boolean
    = (not (a == b))
  component r1 group 11
    type Real
    dimensions [:]
    = (1:(2 * n))
  component r2 group 12
    type Real
    dimensions [:]
    = ((a + 1):(- 1):(b - 1))
  component i1 group 13
    type Real
    = (if a then b elseif c then (d + 1) else (e:f))
  component i2 group 14
    type Real
    = (if (a or b) then 1 else (if c then 2 else 3))
  component c1 group 15
    type Real
    = f(a, (b + 1), x = (- 2), g = function h(k = 1))
  component c2 group 16
    type Real
    = sum((i * j) for i in (1:3), j in {1, 2})
  component c3 group 17
    type Real
    = .A.b[1, :].c[(end - 1)]
  component m1 group 18
    type Real
    dimensions [:, :]
    = [1, 2; 3, 4]
  component m2 group 19
    type Real
    = (paren(a)[1] + paren(f(x)).y)
  component n1 group 20
    type Real
    = ((((1.0 + 0.5) + 1000.0) + 0.0015) + 10)
  component s1 group 21
    type String
    = ("a" + "b\n")
*/
