// reference: i(0.25) = 1/(100 + 1e-5), i(0.75) = -1e-5/(1 + 1e-3)
// simulate: --stop-time 2 --intervals 8
// expect: i(0.25) = 0.009999999 +- 1e-9
// expect: i(0.75) = -9.99000999e-6 +- 1e-10
model IdealDiode
  Real v, i, s;
  Boolean off;
equation
  v = s*(if off then 1 else 1e-5);
  i = s*(if off then 1e-5 else 1);
  off = s < 0;
  v + 100*i = sin(2*3.141592653589793*time);
end IdealDiode;
