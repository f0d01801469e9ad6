// Enumerations and Boolean as dimensions, subscripts and ranges: 10.5.1, 4.8.5.
// Expected: n = {1, 2, 3}; P.And is emitted as a constant because a is not constant.  n[1] is an
//   error
package P
  type L = enumeration('U', '0', '1');
  constant L And[L, L] = [L.'U', L.'0', L.'U'; L.'0', L.'0', L.'0'; L.'U', L.'0', L.'1'];
end P;
model EnumerationsAsDimensions
  import P.L;
  L a = if time > 1 then L.'1' else L.'0';
  L y = P.And[a, L.'1'];
  Integer n[L];
equation
  for e in L loop
    n[e] = Integer(e);
  end for;
end EnumerationsAsDimensions;

/* instance
model EnumerationsAsDimensions
P.L a = if time > 1.0 then P.L.'1' else P.L.'0';
P.L y = ({{P.L.'U', P.L.'0', P.L.'U'}, {P.L.'0', P.L.'0', P.L.'0'}, {P.L.'U', P.L.'0', P.L.'1'}})[Integer(a), 3];
Integer[3] n;
equation
  for e in {P.L.'U', P.L.'0', P.L.'1'} loop
    n[Integer(e)] = Integer(e);
  end for;
end EnumerationsAsDimensions;
*/
