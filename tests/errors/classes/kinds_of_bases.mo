// Which kind may inherit from which (7.1.3): a class without content adds nothing, whatever its kind
// is, and an operator record stays one when the word 'operator' is forgotten.
package P
  partial model Icon
    annotation (Icon(graphics = {Text(extent = {{-100, 100}, {100, -100}}, textString = "x")}));
  end Icon;
  model Part
    Real x = 1;
  end Part;
  package Inner
    extends Icon;  // warning[E0212]@13: the package 'Inner' cannot inherit from the model 'P.Icon'
    constant Real k = 2;
  end Inner;
  package Wrong
    extends Part;  // error[E0212]@13: the package 'Wrong' cannot inherit from the model 'P.Part'
  end Wrong;
  operator record Pair
    Real a;
    Real b;
    encapsulated operator '+'
      function add
        import P.Pair;
        input Pair u;
        input Pair v;
        output Pair w;
      algorithm
        w.a := u.a + v.a;
        w.b := u.b + v.b;
      end add;
    end '+';
  end Pair;
  record Same = Pair;  // warning[E0212]@17: the record 'Same' cannot be defined by the operator record 'P.Pair'
  model M
    Same u(a = 1, b = 2);
    Same v = u + u;
    Real y = Inner.k;
    Real z = Wrong.k;
  end M;
end P;
