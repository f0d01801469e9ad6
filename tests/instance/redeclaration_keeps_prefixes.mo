// A redeclaration inherits prefixes, dimensions and condition from the original: 7.3.
// Expected: parameter CdRC b.g[2] with q = {1, 1}, tau = {3, 4}, existing while b.on
record Cd
  parameter Real q = 1;
end Cd;
record CdRC
  extends Cd;
  parameter Real tau = 2;
end CdRC;
model B
  parameter Boolean on = true;
  replaceable parameter Cd g[2] if on;
end B;
model RedeclarationKeepsPrefixes
  B b(redeclare CdRC g(tau = {3, 4}));
end RedeclarationKeepsPrefixes;

/* instance
model RedeclarationKeepsPrefixes
// B b
parameter Boolean b.on = true;  // frozen
// CdRC b.g[1]
// CdRC b.g[2]
parameter Real b.g[1].q = 1.0;
parameter Real b.g[1].tau = 3.0;
parameter Real b.g[2].q = 1.0;
parameter Real b.g[2].tau = 4.0;
equation
end RedeclarationKeepsPrefixes;
*/
