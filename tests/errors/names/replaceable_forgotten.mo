// Not replaceable, and redeclared where nothing else can be meant: a value or a prefix of a variable of the same
// type, or what a partial class lacks.
package P
  model Part
    parameter Integer n = 2;
    Real x = n*time;
  end Part;
  package Base
    partial function f
      input Real u;
      output Real y;
    end f;
  end Base;
  package Heir
    extends Base;
    redeclare function extends f  // warning[E0211]@32: 'f' is not replaceable and cannot be redeclared
    algorithm
      y := 2*u;
    end f;
  end Heir;
  model M
    Part part(redeclare constant Integer n = 3);  // warning[E0211]: 'n' is not replaceable and cannot be redeclared
    Real y = Heir.f(time);
  end M;
end P;
