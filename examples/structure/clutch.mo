// Two flywheels and an ideal clutch: engaged they have one speed (and the model one state less), apart each its own. The clutch closes and opens
// every second; closing is a plastic impact: the angular momentum stays.
//
// Independent: J1*w1 + J2*w2 is the impulse of the torque, 1 N.m times the time; the speeds are worked out by hand, piece by piece.
// Apart (0 to 1): w1 = 1/1 = 1, w2 = 0. Closed at 1: common 1/3, (1 to 2) rises by 1/3: 2/3. Apart (2 to 3): w1 = 5/3, w2 = 2/3; closed at 3: 1.
//
// simulate: --stop-time 3.5 --tolerance 1e-9
// expect: w1(0.99) = 0.99 +- 1e-7
// expect: w2(0.99) = 0 +- 1e-9
// expect: w1(1.5) = 0.5 +- 1e-7
// expect: w2(1.5) = 0.5 +- 1e-7
// expect: w1(2.5) = 1.166666666667 +- 1e-7
// expect: w2(2.5) = 0.666666666667 +- 1e-7
// expect: w2(3.5) = 1.166666666667 +- 1e-7
// expect: momentum(3.5) = 0 +- 1e-7
// expect: tau(1.5) = 0.666666666667 +- 1e-7
// expect: tau(2.5) = 0
model Clutch
  parameter Real J1 = 1, J2 = 2;
  Boolean engaged(start = false, fixed = true) annotation(__Tarn(structural = true));
  Real w1(start = 0, fixed = true), w2(start = 0, fixed = true), phi1(start = 0, fixed = true), phi2(start = 0, fixed = true);
  Real tau "Torque of the clutch";
  Real momentum = J1*w1 + J2*w2 - time;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  J1*der(w1) = 1 - tau;
  J2*der(w2) = tau;
  if engaged then
    w1 = w2;
    when sample(0, 1) then
      engaged = false;
    end when;
  else
    tau = 0;
    when sample(1, 1) then
      engaged = true;
      reinit(w1, (J1*w1 + J2*w2)/(J1 + J2));
      reinit(w2, (J1*w1 + J2*w2)/(J1 + J2));
    end when;
  end if;
end Clutch;
