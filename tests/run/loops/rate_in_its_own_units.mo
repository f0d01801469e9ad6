// The pressures of three stiff vessels nearly rest, but the balances that say so have the rounding
// errors of their flows: that is a thousandth of a pascal per second. What is small for a rate
// follows from the nominal value of the pressure. Closed form: q = cosh(2.038) + 1.682e-12, and
// der(p) is less than one pascal per second.
// simulate: --stop-time 1
// expect: q[1](0.0) = 3.9027661899908397 +- 1e-9
// expect: p[2](1.0) = 1e5 +- 1
model RateInItsOwnUnits
  constant Integer n = 3;
  Real p[n](each start = 1e5, each fixed = true, each nominal = 1e5), q[n], s[n];
equation
  for i in 1:n loop
    q[i] = cosh(2.038 + 1e-14*sin(sum(der(p)))) + 1e-12*(1.578 + i)*der(p[i]);
    s[i] = 2.038 + 1e-13*cos(der(p[n + 1 - i]) + i);
    q[i] = cosh(s[i]) + 1.682e-12;
  end for;
end RateInItsOwnUnits;
