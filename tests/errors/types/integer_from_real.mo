model IntegerFromReal
  function half
    input Real u;
    output Integer n;
  algorithm
    n := u/2;  // error[E0301]@10: the right side must be of type 'Integer', but 'u/2' is of type 'Real'
  end half;
  Real x = time;
  Integer a = x/2;  // error[E0301]@15: 'a' is of type 'Integer', but its value is of type 'Real'
  Integer b, c;
  Real y = half(x);
equation
  when sample(0, 1) then
    b = x;  // error[E0301]@9: 'b' is of type 'Integer', but 'x' is of type 'Real'
  end when;
algorithm
  c := x/2;  // error[E0301]: the right side must be of type 'Integer', but 'x/2' is of type 'Real'
end IntegerFromReal;
