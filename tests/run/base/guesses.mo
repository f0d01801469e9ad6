//! base 0.1.0
// Base Modelica (MCP-0031): start values are guess(x), fixed ones are initial equations, parameters
// without a declaration equation follow from initial equations. der(x) = q - p*x from x(0) = 1/4
// with p = 2, q = 3 has x(t) = 3/2 - 5/4*exp(-2*t); names are what the quotes hold.
// simulate: --stop-time 1 --tolerance 1e-9
// expect: a.x(start) = 0.25
// expect: a.x(1) = 1.3308308959542342 +- 1e-7
// expect: q = 3 +- 1e-9
// expect: twice = 4
// expect: w[2](start) = 6
// expect: same = 1
// expect: picked = 7
// expect: last = 5
// expect: level(start) = 2 +- 1e-9
// expect: root = -2 +- 1e-9
// expect: n(start) = 4
package 'Guesses'
  pure constant function 'plus'
    input Real 'a' = 100; /* no default: it is ignored */
    output Real 'y' = 'a' + 'b';
    Real 'b' = 1;
  end 'plus';
  @1 model 'Guesses'
    parameter Real 'p' = 2 @21;
    parameter Real 'twice';
    parameter Real 'q';
    parameter equation guess('q') = 2;
    Real 'a.x';
    parameter equation guess('a.x') = prioritize(0.25, 2);
    Real 'w'[2];
    Real 'same';
    Real 'picked' annotation(Protected = false);
    Real 'last';
    Real 'level';
    Real 'root';
    Real 'unguessed';
    Integer 'n'(start = 4);
  initial equation
    'twice' = 2*'p';
    'q'^2 = 9;
    'a.x' = guess('a.x');
    prioritize('root', 1);
    guess('root') = -1.5;
    'level' = guess('level') + guess('twice') + 2;
    'n' = pre('n');
    pre('n') = guess('n');
  equation
    der('a.x') = 'q' - 'p'*'a.x';
    'w' = {3.0, 6.0};
    'same' = if realParameterEqual('p', 2.0) and not realParameterEqual('p', 3.0) then 1 else 0;
    'picked' = ({5.0, 6.0})[2] + 'plus'(0);
    'last' = (2*{1.0, 2.5})[end];
    der('level') = 0;
    'root'^2 = 4;
    'unguessed' = time;
    when time > 0.5 then
      'n' = pre('n') + 1;
    end when;
  annotation(experiment(StopTime = 1));
  end 'Guesses';
end 'Guesses';
