// 14.4: an operator that a record does not define, or defines twice for the same operands.
package Overloaded
  operator record C
    Real re;
    encapsulated operator 'constructor'
      import Overloaded.C;
      function fromReal
        input Real re;
        output C c(re = re);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator '+'
      import Overloaded.C;
      function add
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re + b.re);
      end add;
      function add_too
        input C a;
        input C b;
        input Real weight = 1;
        output C c;
      algorithm
        c := C(a.re + weight*b.re);
      end add_too;
    end '+';
    encapsulated operator function '*'
      import Overloaded.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re*b.re);
    end '*';
  end C;
  function total
    input C a[:];
    output C s;
  algorithm
    s := sum(a); // error[E0004]@10: the sum of operator records whose number only the call knows
  end total;
  model M
    C a = C(1);
    C b[2] = {C(1), C(time)};
    C none[0];
    C sum1 = a + a; // error[E0313]@14: more than one function of '+' fits the types 'Overloaded.C', 'Overloaded.C'
    C d = a - a; // error[E0313]@11: no function of '-' fits the types 'Overloaded.C', 'Overloaded.C'
    C e = -a; // error[E0313]@11: no function of '-' fits the type 'Overloaded.C'
    C f = a/a; // error[E0313]@11: no function of '/' fits the types 'Overloaded.C', 'Overloaded.C'
    C g = a^a; // error[E0313]@11: no function of '^' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean h = a == a; // error[E0313]@17: no function of '==' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean i = a <> a; // error[E0313]@17: no function of '<>' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean j = a < a; // error[E0313]@17: no function of '<' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean k = a <= a; // error[E0313]@17: no function of '<=' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean l = a > a; // error[E0313]@17: no function of '>' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean m = a >= a; // error[E0313]@17: no function of '>=' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean n = a and a; // error[E0313]@17: no function of 'and' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean o = a or a; // error[E0313]@17: no function of 'or' fits the types 'Overloaded.C', 'Overloaded.C'
    Boolean p = not a; // error[E0313]@17: no function of 'not' fits the type 'Overloaded.C'
    C q = sum(none); // error[E0313]@11: no function of '0' takes no arguments
    C r = total(b);
    C s = C.'*'(a); // error[E0308]@11: the call of 'Overloaded.C.'*'' lacks the argument 'b'
    C t = C.'*'(a, true); // error[E0301]@11: the argument 'b' of 'Overloaded.C.'*'' must be of type 'Overloaded.C', not 'Boolean'
    C u = C("a"); // error[E0313]@11: no function of 'Overloaded.C' fits the type 'String'
    String v = String(a); // error[E0313]@16: no function of 'String' fits the type 'Overloaded.C'
  end M;
end Overloaded;
