// A capacitance that the parameters make zero, as one of several results of a function, and as the
// only one: the voltage behind it is no state, and der(v) has no coefficient. Closed form: two
// resistors of 1 and 3 in series at 4 V, v = 3.
// expect: states = {w}
// expect: v(0.0) = 3 +- 1e-12
// expect: u(1.0) = 3 +- 1e-12
// expect: w(1.0) = 3.4016242731 +- 1e-5
model constant_among_results
  record Card
    Real CJ;
    Real TT;
  end Card;
  function junction
    input Card c;
    input Real v;
    output Real current;
    output Real capacitance;
  algorithm
    current := v/3;
    if v < 0.5 then
      capacitance := c.CJ/sqrt(1 - v);
    else
      capacitance := c.CJ*(0.25 + v);
    end if;
    capacitance := capacitance + c.TT*exp(v);
  end junction;
  function capacity
    input Card c;
    input Real v;
    output Real capacitance;
  algorithm
    (, capacitance) := junction(c, v);
  end capacity;
  final parameter Card empty = Card(0, 0);
  Real v, i, C, u, w(start = 0, fixed = true), j, D;
equation
  (i, C) = junction(empty, v);
  4 - v = i + C*der(v);
  D = capacity(empty, u);
  4 - u = u/3 + D*der(u);
  (j, ) = junction(empty, w);
  der(w) = 4 - j;
  annotation(experiment(StopTime = 1));
end constant_among_results;
