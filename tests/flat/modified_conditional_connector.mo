// Modifiers of a connector are equations, if it exists: 4.4.5, 4.7, 7.2.5.
// Expected: d: t = {293, 294}, no h;  e: e.h.T = e.t; e.h.Q = -e.q; e.h.T = s.h.T; e.h.Q + s.h.Q
//   = 0 elementwise
connector H
  Real T;
  flow Real Q;
end H;
model D
  parameter Boolean use = false;
  Real t[2], q[2] = 2*t;
  H h[2](T = t, Q = -q) if use;
equation
  if not use then
    t = {293, 294};
  end if;
end D;
model S
  H h[2];
equation
  h.T = {300, 301};
end S;
model ModifiedConditionalConnector
  D d;
  D e(use = true);
  S s;
equation
  connect(e.h, s.h);
  connect(d.h, s.h);
end ModifiedConditionalConnector;

/* flat
function 'Real[]'
  input Real x1[2];
  input Integer x2;
  output Real y1;
algorithm
  y1 := x1[x2];
  annotation(Inline = true);
end 'Real[]';
model ModifiedConditionalConnector
  final parameter Boolean 'd.use' = false;
  Real 'd.t'[2];
  Real 'd.q'[2];
  final parameter Boolean 'e.use' = true;
  Real 'e.t'[2];
  Real 'e.q'[2];
  Real 'e.h[1].T';
  Real 'e.h[1].Q';
  Real 'e.h[2].T';
  Real 'e.h[2].Q';
  Real 's.h[1].T';
  Real 's.h[1].Q';
  Real 's.h[2].T';
  Real 's.h[2].Q';
equation
  'd.q' = 2.0*'d.t';
  'e.q' = 2.0*'e.t';
  'e.h[1].T' = 'e.t'[1];
  'e.h[1].Q' = 'Real[]'(-'e.q', 1);
  'e.h[2].T' = 'e.t'[2];
  'e.h[2].Q' = 'Real[]'(-'e.q', 2);
  'd.t' = {293.0, 294.0};
  {'s.h[1].T', 's.h[2].T'} = {300.0, 301.0};
  'e.h[1].T' = 's.h[1].T';
  'e.h[1].Q' + 's.h[1].Q' = 0.0;
  'e.h[2].T' = 's.h[2].T';
  'e.h[2].Q' + 's.h[2].Q' = 0.0;
end ModifiedConditionalConnector;
*/
