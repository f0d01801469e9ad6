// Chapter 5: names that lead nowhere.
model Names
  package P
    constant Real k = 2;
    package Q
      import Names.P.k;
      constant Real z = k;
    end Q;
  protected
    constant Real hidden = 3;
  end P;
  import P.Q;
  import twice = Names.P.k;
  model Inner
    outer Real gravity;
    Real y = gravity.x; // error[E0310]@22: 'gravity' has no component 'x'
  end Inner;
  inner Real gravity = 1;
  Inner i;
  Real a = P.hidden; // warning[E0203]@14: 'hidden' is protected in 'Names.P'
  Real b = twicee; // error[E0200]@12: 'twicee' is not declared
  Real c[3] = {indexx for index in 1:3}; // error[E0200]@16: 'indexx' is not declared
  Real d = P.Q.nothing; // error[E0201]@16: package 'Names.P.Q' has no element 'nothing'
  Real e = i.nothing; // error[E0201]@14: model 'Names.Inner' has no element 'nothing'
  A f;
  class A = B; // error[E0205]@9: the class 'A' is defined by itself
  class B = A;
  Real g = P.k.x; // error[E0310]@16: type 'Real' has no member 'x'
  Real h[2](start = {1, 2, 3}); // error[E0301]@21: the attribute 'start' of 'h' must be of type 'Real[2]', but is of type 'Integer[3]'
  Real j(start = {1, 2}); // error[E0301]@18: the attribute 'start' of 'j' cannot be of type 'Integer[2]'
  constant Real l = P.Q.z;
equation
  h = {1, 2};
  j = 1;
end Names;
