// A modifier may name a class: all components of that class change: 4.5.3, 7.2.
// Expected: b.T(unit = "K", min = 0, max = 600, start = 400, nominal = 350) = 300; x(unit = "K",
//   min = 0, max = 600, start = 400) = 1
partial package M0
  type Temp = Real(unit = "K", min = 0);
  model Base
    Temp T = 300;
  end Base;
end M0;
package Gas
  extends M0(Temp(max = 600, start = 400));
end Gas;
model ModifierOfAClass
  Gas.Base b(T(nominal = 350));
  Gas.Temp x = 1;
end ModifierOfAClass;

/* instance
model ModifierOfAClass
// Gas.Base b
Real b.T(unit = "K", min = 0.0, max = 600.0, start = 400.0, nominal = 350.0) = 300.0;
Real x(unit = "K", min = 0.0, max = 600.0, start = 400.0) = 1.0;
equation
end ModifierOfAClass;
*/
