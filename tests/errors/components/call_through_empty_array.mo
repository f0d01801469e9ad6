model M
  model Box
    function f
      input Real x;
      output Real y = x;
    algorithm
    end f;
  end Box;
  Box b[0];
  Real x = b.f(2);  // error[E0309]: 'b.f' cannot be called: it belongs to an array of components; name one element
end M;
