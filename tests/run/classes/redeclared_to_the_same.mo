// The modifiers of a declaration and of its constraining clause go on to what replaces it (specification 7.3.2). That the
// new class has settled the same already, and not left it replaceable, does no harm.
// expect: byClause.t.v[2](1) = 1
// expect: byDeclaration.l.v[2](1) = 1
// expect: twice.l.v[2](1) = 1
package RedeclaredToTheSame
  package One
    constant Integer n = 1;
  end One;
  package Two
    extends One(n = 2);
  end Two;
  connector Port
    replaceable package P = One;
    Real v[P.n];
    flow Real i[P.n];
  end Port;
  connector WidePort
    extends Port(redeclare package P = Two);
  end WidePort;
  model WithClause
    replaceable package Q = One;
    replaceable Port t constrainedby Port(redeclare replaceable package P = Q);
  end WithClause;
  model ByClause
    extends WithClause(redeclare package Q = Two, redeclare WidePort t);
  equation
    t.v = {time, 1};
  end ByClause;
  model Line
    replaceable package P = One;
    Real v[P.n] = fill(time, P.n);
  end Line;
  model WideLine
    extends Line(redeclare package P = Two);
  end WideLine;
  model Base
    replaceable Line l(redeclare package P = Two);
  end Base;
  model ByDeclaration
    extends Base(redeclare WideLine l);
  end ByDeclaration;
  model Fixed
    Line l(redeclare package P = Two);
  end Fixed;
  model Twice
    extends Fixed(l(redeclare package P = Two));
  end Twice;
  model All
    ByClause byClause;
    ByDeclaration byDeclaration;
    Twice twice;
  end All;
end RedeclaredToTheSame;
