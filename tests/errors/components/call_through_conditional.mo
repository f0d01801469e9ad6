model M
  model Box
    function f
      input Real x;
      output Real y = x;
    algorithm
    end f;
  end Box;
  Box b if true;
  Real x = b.f(2);  // error[E0309]: 'b.f' cannot be called: the component is conditional
end M;
