model GearClosedTwice
  Real phi1(start = 0, fixed = true), phi2, w1, w2;
equation
  w1 = der(phi1);
  w2 = der(phi2);
  phi1 = 2*phi2;
  phi1 = 3*phi2;
  der(w1) = 1;  // error[E0501]: 4 equations for 'phi1', 'phi2' and 'w1'
end GearClosedTwice;
