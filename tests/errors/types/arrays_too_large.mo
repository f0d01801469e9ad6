// Whatever makes an array says so itself.
model ArraysTooLarge
  model Part
    Real x = time;
  end Part;
  function f
    input Real x;
    output Real y = x;
  protected
    Real w[100000, 1000]; // error[E0302]@10: 'w' has more than 10000000 elements
    Real v[-1]; // error[E0302]@12: the size of 'v' must be a number from 0 to 10000000
  end f;
  Real cube[65536, 65536, 65536]; // error[E0302]@8: 'cube' has more than 10000000 elements
  Part parts[1000, 1000, 1000]; // error[E0302]@8: 'parts' has more than 10000000 elements
  Real a = sum(fill(time, 100000, 100000)); // error[E0303]: 'fill' is not defined
  Real b = sum(zeros(4000, 4000)); // error[E0303]: 'zeros' is not defined
  Real c = sum(identity(100000)); // error[E0303]: 'identity' is not defined
  Real d = sum({i*j for i in 1:10000, j in 1:10000}); // error[E0302]: the array has more than 10000000
  Real e = sum(outerProduct(1:10000, 1:10000)); // error[E0303]: 'outerProduct' is not defined
  Real g = sum(linspace(0, 1, 20000000)); // error[E0303]: 'linspace' is not defined
  Real h[:] = 1:20000000; // error[E0302]@8: 'h' has more than 10000000 elements
  Real i = f(time);
  Real empty[100000, 100000, 0];
equation
  for k in 1:1000000000 loop // error[E0302]: the loop runs over more than 10000000 elements
    if k == 1 then
      a = 1;
    end if;
  end for;
end ArraysTooLarge;
