//! base 0.1.0
// A when-equation of Base Modelica means nothing for the start (MCP-0031): initial() among its
// conditions never triggers it, and no x = pre(x) is added, so that an initial equation may give
// x another value than pre(x).
// simulate: --stop-time 1
// expect: a(start) = 7
// expect: a(0.5) = 7
// expect: a = 8
// expect: b = 3
package 'When'
  model 'When'
    Integer 'a'(start = 1, fixed = true);
    Integer 'b'(start = 3);
  initial equation
    'a' = 7;
    'b' = pre('b');
  equation
    when {initial(), time > 0.7} then
      'a' = pre('a') + 1;
    end when;
    when initial() then
      'b' = 100;
    end when;
  end 'When';
end 'When';
