// Class extends: the old class becomes the base; inherited signatures use the new record: 7.3.1.
// Expected: s.T = time; y = Gas.g(s) where g calls Gas.h, State has the field T
partial package M0
  replaceable record State
  end State;
  replaceable partial function h
    input State s;
    output Real y;
  end h;
  function g
    input State s;
    output Real y;
  algorithm
    y := 2*h(s);
  end g;
end M0;
package Gas
  extends M0;
  redeclare record extends State
    Real T;
  end State;
  redeclare function extends h
  algorithm
    y := s.T;
  end h;
end Gas;
model ClassExtends
  Gas.State s(T = time);
  Real y = Gas.g(s);
end ClassExtends;

/* flat
function 'Gas.g'
  input 'Gas.State' s;
  output Real y;
algorithm
  y := 2.0*'Gas.h'(s);
end 'Gas.g';
record 'Gas.State'
  Real T;
end 'Gas.State';
function 'Gas.h'
  input 'Gas.State' s;
  output Real y;
algorithm
  y := s.T;
end 'Gas.h';
model ClassExtends
  Real 's.T';
  Real y;
equation
  's.T' = time;
  y = 'Gas.g'('Gas.State'('s.T'));
end ClassExtends;
*/
