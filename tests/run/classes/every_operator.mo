// 14.3 to 14.6: an operator record with every kind of operator; the numbers are those of complex arithmetic, by hand. (1 + 2j)*(3 + 4j) = -5 + 10j;
// divided 0.44 + 0.08j; -(1 + 2j)^2 = 3 - 4j with '^' by repeated multiplication; a sum needs '0'; a product of vectors is the one that is written for them.
//
// simulate: --class EveryOperator.Use
// expect: product.re = -5
// expect: product.im = 10
// expect: quotient.re = 0.44 +- 1e-12
// expect: square.re = 3
// expect: square.im = -4
// expect: total.im = 6
// expect: dot.re = -10
// expect: relations[1] = 0
// expect: relations[2] = 1
// expect: relations[3] = 1
// expect: relations[4] = 0
// expect: relations[5] = 1
// expect: relations[6] = 1
package EveryOperator
  operator record C
    Real re, im;
    encapsulated operator 'constructor'
      function make
        import EveryOperator.C;
        input Real re, im = 0;
        output C c(re = re, im = im);
      algorithm
      end make;
    end 'constructor';
    encapsulated operator '0'
      function none
        import EveryOperator.C;
        output C c = C(0);
      algorithm
      end none;
    end '0';
    encapsulated operator function '+'
      import EveryOperator.C;
      input C a, b;
      output C c = C(a.re + b.re, a.im + b.im);
    algorithm
    end '+';
    encapsulated operator '-'
      function negate
        import EveryOperator.C;
        input C a;
        output C c = C(-a.re, -a.im);
      algorithm
      end negate;
      function subtract
        import EveryOperator.C;
        input C a, b;
        output C c = C(a.re - b.re, a.im - b.im);
      algorithm
      end subtract;
    end '-';
    encapsulated operator '*'
      function multiply
        import EveryOperator.C;
        input C a, b;
        output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      algorithm
      end multiply;
      function dot
        import EveryOperator.C;
        input C a[:], b[size(a, 1)];
        output C c;
      algorithm
        c := C(0);
        for i in 1:size(a, 1) loop
          c := c + a[i]*b[i];
        end for;
      end dot;
    end '*';
    encapsulated operator function '/'
      import EveryOperator.C;
      input C a, b;
      output C c = C((a.re*b.re + a.im*b.im)/(b.re^2 + b.im^2), (-a.re*b.im + a.im*b.re)/(b.re^2 + b.im^2));
    algorithm
    end '/';
    encapsulated operator function '^'
      import EveryOperator.C;
      input C a;
      input Integer n;
      output C c;
    algorithm
      c := C(1);
      for i in 1:n loop
        c := c*a;
      end for;
    end '^';
    encapsulated operator function '=='
      import EveryOperator.C;
      input C a, b;
      output Boolean yes = a.re == b.re and a.im == b.im;
    algorithm
    end '==';
    encapsulated operator function '<>'
      import EveryOperator.C;
      input C a, b;
      output Boolean yes = a.re <> b.re or a.im <> b.im;
    algorithm
    end '<>';
    encapsulated operator function '<'
      import EveryOperator.C;
      input C a, b;
      output Boolean yes = a.re < b.re;
    algorithm
    end '<';
    encapsulated operator function '>='
      import EveryOperator.C;
      input C a, b;
      output Boolean yes = a.re >= b.re;
    algorithm
    end '>=';
    encapsulated operator function 'not'
      import EveryOperator.C;
      input C a;
      output Boolean yes = a.re == 0;
    algorithm
    end 'not';
    encapsulated operator function 'and'
      import EveryOperator.C;
      input C a, b;
      output Boolean yes = a.re <> 0 and b.re <> 0;
    algorithm
    end 'and';
    encapsulated operator 'String'
      function text
        import EveryOperator.C;
        input C c;
        output String s = String(c.re) + " + " + String(c.im) + "j";
      algorithm
      end text;
    end 'String';
  end C;
  model Use
    parameter C a = C(1, 2), b = C(3, 4);
    C both[2] = {a, b};
    C product = a*b, quotient = a/b, square = -a^2, total = sum(both), dot = both*both;
    Boolean relations[6] = {a == b, a <> b, a < b, not a, a and b, b >= a};
  equation
    assert(String(C(1, 2)) == "1 + 2j", "the text");
  end Use;
end EveryOperator;
