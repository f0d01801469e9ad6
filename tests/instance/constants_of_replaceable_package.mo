// Constants of a replaceable package: sizes of other constants, per instance: 5.3.2, 4.4.2.
// Expected: p.X = {0.5, 0.5}; p.Xi = {0.5*time}; q.X = fill(1/3, 3); q.Xi has size 0.  M0.nS
//   used directly: error, M0 is partial
partial package M0
  constant String names[:];
  constant Boolean fixX = false;
  final constant Integer nS = size(names, 1);
  constant Integer nXi = if fixX then 0 else nS - 1;
  constant Real Xr[nS] = fill(1/nS, nS);
end M0;
package Wet
  extends M0(names = {"w", "a"});
end Wet;
model P
  replaceable package M = Wet constrainedby M0;
  Real X[M.nS] = M.Xr;
  Real Xi[M.nXi] = M.Xr[1:M.nXi]*time;
end P;
model ConstantsOfReplaceablePackage
  P p;
  P q(redeclare package M = Wet(names = {"x", "y", "z"}, fixX = true));
end ConstantsOfReplaceablePackage;

/* instance
model ConstantsOfReplaceablePackage
// P p
Real[2] p.X = {0.5, 0.5};
Real[1] p.Xi = ({0.5, 0.5})[1:1]*time;
// P q
Real[3] q.X = {0.3333333333333333, 0.3333333333333333, 0.3333333333333333};
Real[0] q.Xi = ({0.3333333333333333, 0.3333333333333333, 0.3333333333333333})[1:0]*time;
equation
end ConstantsOfReplaceablePackage;
*/
