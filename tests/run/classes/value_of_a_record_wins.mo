// The value of a whole record counts for all of its elements (specification 7.2.4), whatever its class says about them;
// a modifier written farther outside counts more.
// expect: inside.y(1) = 1
// expect: inside.g.p.v[3] = 2
// expect: same.x = 1
// expect: outside.g.p.v[1] = 7
// expect: outside.g.p.v[2] = 8
// expect: deeper.m.g.p.v[2] = 1
model ValueOfARecordWins
  record P
    parameter Real v[:];
  end P;
  record G
    parameter P p(v = {0, 0});
  end G;
  record S
    parameter Real x = 0;
    parameter Real z = 0;
  end S;
  model M
    parameter G g;
    Real y = g.p.v[2]*time;
  end M;
  model N
    parameter G g = G(P({5, 6}));
  end N;
  model D
    parameter G h;
    M m(g = h);
  end D;
  parameter G g(p(v = {0, 1, 2}));
  M inside(g = g);
  N outside(g(p(v = {7, 8})));
  D deeper(h = g);
  parameter S same(x = 3) = S(1, 2);
end ValueOfARecordWins;
