// An operator record with constructor, '0', '+', '*' and 'String' (chapter 14 of the specification): numbers a + b e with
// e e = 0, so that b is a derivative. f(x) = x x + 3 x at 2 is 10, its derivative 7.
//
// simulate: --class OperatorRecords.M
// expect: y.a = 10
// expect: y.b = 7
// expect: total.a(1) = 6
// expect: total.b(1) = 3
// expect: same = 1
package OperatorRecords
  operator record Dual
    Real a "value";
    Real b "derivative";
    encapsulated operator 'constructor'
      function fromReal
        import OperatorRecords.Dual;
        input Real a;
        input Real b = 0;
        output Dual d(a = a, b = b);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '0'
      import OperatorRecords.Dual;
      output Dual d = Dual(0, 0);
    algorithm
    end '0';
    encapsulated operator function '+'
      import OperatorRecords.Dual;
      input Dual x;
      input Dual y;
      output Dual z = Dual(x.a + y.a, x.b + y.b);
    algorithm
    end '+';
    encapsulated operator function '*'
      import OperatorRecords.Dual;
      input Dual x;
      input Dual y;
      output Dual z = Dual(x.a*y.a, x.a*y.b + x.b*y.a);
    algorithm
    end '*';
    encapsulated operator function 'String'
      import OperatorRecords.Dual;
      input Dual x;
      output String s = String(x.a) + "+" + String(x.b) + "e";
    algorithm
    end 'String';
  end Dual;
  model M
    parameter Dual x = Dual(2, 1);
    Dual y = x*x + Dual(3)*x;
    Dual parts[3] = {Dual(i*time, 1) for i in 1:3};
    Dual total = sum(parts);
    Integer same = if String(Dual(1, 2)) == "1+2e" then 1 else 0;
  end M;
end OperatorRecords;
