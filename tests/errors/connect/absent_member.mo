model M
  expandable connector Bus
    Real x;
  end Bus;
  connector Out = output Real;
  Out y = 1;
  Bus b;
  Real z = b.x;  // error[E0412]: 'b.x' is used, but no connection brings it into its expandable connector
equation
  connect(y, b.y);
end M;
