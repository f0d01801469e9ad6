// Package constants are chains, evaluated one by one, on use: 3.8.2, 4.4.2.
// Expected: B = 1.2566370614359173e-6*time; w = K.v[k] with K.v = {3.14..., 6.28..., 9.42...}
//   emitted as one constant (or 6.28..., k frozen)
package K
  final constant Real pi = 2*asin(1.0);
  final constant Real mu = 4*pi*1e-7;
  constant Real v[3] = {1, 2, 3}*pi;
  constant Real never = 1/0;
end K;
model PackageConstantsOnUse
  parameter Integer k = 2;
  Real B = K.mu*time;
  Real w = K.v[k];
end PackageConstantsOnUse;

/* instance
model PackageConstantsOnUse
parameter Integer k = 2;
Real B = 1.2566370614359173e-6*time;
Real w = ({3.141592653589793, 6.283185307179586, 9.42477796076938})[k];
equation
end PackageConstantsOnUse;
*/
