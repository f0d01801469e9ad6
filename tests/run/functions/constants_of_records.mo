// Constants of a record that are not final are elements like others: they follow the value of the record as a
// whole (7.2.4), its constructor takes them (12.6), and a size ':' is that of the value in force.
package P
  record R
    constant Real k = 3;
    final constant Real c = 9;
    constant Real a[:, 2] = fill(0.0, 0, 2);
    Real x = 1;
  end R;
  record S = R(k = 7);
  package Base
    constant R r;
    function f
      output Real y = sum(r.a) + size(r.a, 1);
    algorithm
      annotation(Inline = false);
    end f;
  end Base;
  package Given
    extends Base(r = mine);
    constant R mine(a = [1, 2; 3, 4]);
  end Given;
  function g
    input Real u;
    output R r(x = u);
  algorithm
  end g;
  model M
    parameter R p(k = 4, a = [1, 2; 3, 4]);
    parameter R q = p;
    parameter R made = R(k = 5, x = 2);
    parameter R short = S();
    parameter R both[2] = {p, R(k = 8, x = 1)};
    R computed = g(time);
    Real y[8] = {q.k, q.c, sum(q.a), made.k, short.k, both[1].k, both[2].k, computed.k};
    Real z = Given.f();
    // expect: y[1](1.0) = 4 +- 0
    // expect: y[2](1.0) = 9 +- 0
    // expect: y[3](1.0) = 10 +- 0
    // expect: y[4](1.0) = 5 +- 0
    // expect: y[5](1.0) = 7 +- 0
    // expect: y[6](1.0) = 4 +- 0
    // expect: y[7](1.0) = 8 +- 0
    // expect: y[8](1.0) = 3 +- 0
    // expect: z(1.0) = 12 +- 0
  end M;
end P;
