// 14.5 and 10.3.4: the sum of operator records adds with their '+', over matrices too; without elements it is their '0'. An operator can be
// called by its name.
//
// expect: s.re = 10
// expect: s.im = 2 +- 1e-12
// expect: z.re = 0
// expect: u.re = -3
// expect: v.re = -1
// expect: w.re = 5
// expect: x[2].re = 6
// expect: y.re = 4
package Operators
  operator record C
    Real re;
    Real im;
    encapsulated operator 'constructor'
      import Operators.C;
      function fromReal
        input Real re;
        input Real im = 0;
        output C c(re = re, im = im);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'
      import Operators.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re + b.re, a.im + b.im);
    end '+';
    encapsulated operator '-'
      import Operators.C;
      function negate
        input C a;
        output C c;
      algorithm
        c := C(-a.re, -a.im);
      end negate;
      function subtract
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re - b.re, a.im - b.im);
      end subtract;
    end '-';
    encapsulated operator '0'
      import Operators.C;
      function zero
        output C c;
      algorithm
        c := C(0, 0);
      end zero;
    end '0';
  end C;
  model Sums
    C a[2, 2] = {{C(1, time), C(2, 0)}, {C(3, 0), C(4, 1)}};
    C s = sum(a);
    C none[0];
    C z = sum(none);
    C u = C.'-'(a[1, 1], a[2, 2]);
    C v = C.'-'(a[1, 1]);
    C w = C.'+'(a[1, 1], a[2, 2]);
    C x[2] = a[1, :] + a[2, :];
    C y = sum(a[i, 1] for i in 1:2);
  end Sums;
end Operators;
