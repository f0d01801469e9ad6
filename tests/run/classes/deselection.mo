// "break g" takes the connections of g along, in loops and branches, too, and leaves the name to
// another component; "break connect(..)" removes what is written like it (7.4). Currents by Ohm's
// law: 4 V over 4 Ohm, 5 V over 6 Ohm, 5 V over 4 Ohm.
// expect: changed = 1
// expect: longer = 0.83333333333 +- 1e-9
// expect: twice = 1.25
model Deselection
  connector P
    Real v;
    flow Real i;
  end P;
  model G
    P p;
  equation
    p.v = 0;
  end G;
  model S
    parameter Real u = 5;
    P p;
  equation
    p.v = u;
  end S;
  model R
    P p, n;
  equation
    p.v - n.v = 2*p.i;
    p.i + n.i = 0;
  end R;
  model Whole
    S s;
    G g;
    R r[2];
    G c if false;
  equation
    connect(s.p, r[1].p);
    connect(r[2].n, g.p);
    for i in 1:1 loop
      connect(r[i].n, /* the next one */ r[i + 1].p);
    end for;
    if true then
      connect(c.p, g.p);
    end if;
  end Whole;
  model Changed
    extends Whole(break g, break c);
    S g(u = 1);
  equation
    connect(g.p, r[2].n);
  end Changed;
  model Longer
    extends Whole(break connect(r[i+1].p, r[i].n));
    R x;
  equation
    connect(r[1].n, x.p);
    connect(x.n, r[2].p);
  end Longer;
  model Twice
    extends Changed(break g);
    G ground;
  equation
    connect(ground.p, r[2].n);
  end Twice;
  Changed a;
  Longer b;
  Twice c;
  Real changed = a.r[1].p.i, longer = b.r[1].p.i, twice = c.r[1].p.i;
end Deselection;
