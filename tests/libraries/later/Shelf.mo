package Shelf "Texts in which the end of a class is not the first place that looks like it"
  package Tools "It says end Tools; and \"end Tools;\""
    // end Tools;
    /* end Tools; model Tools */
    model Tools "The name of the package around it"
      Real x = 2;
    end Tools;

    record 'end Tools'
      Real y = 3;
    end 'end Tools';

    type Length = Real(unit = "m", quantity = "a;b") "with; semicolons";
    type Side = enumeration(left "end Tools", right);

    replaceable function doubled
      input Real u;
      output Real y;
    algorithm
      y := u;
      for i in 1:1 loop
        y := y + u;
      end for;
    end doubled constrainedby Operation;

    partial function Operation
      input Real u;
      output Real y;
    end Operation;

    replaceable function tripled = Thrice constrainedby Operation;

    function Thrice
      extends Operation;
    algorithm
      y := 3*u;
    end Thrice;
  end Tools;

  package Base
    replaceable model Part
      parameter Real k = 1;
      Real z = k;
    end Part;
  end Base;

  package Part
    extends Base;
    redeclare model extends Part(k = 6)
      Real w = z + 1;
    end Part;
    type Whole = Real;
  end Part;

  record Commented
    Real backend = 4; /* of Commented end */
    Real endCommented = 5;
  end /* of "it" */ // and of its line: end Commented;
    /* at last */ Commented;

  constant Part.Whole last = 11;
end Shelf;
