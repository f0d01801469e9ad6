model M
  expandable connector Bus
  end Bus;
  connector In = input Real;
  block Reader
    In u;
    Real y = u;
  end Reader;
  model Station
    Bus b;
    Reader r;
  equation
    connect(r.u, b.speed);  // error[E0413]: 'speed' of the expandable connector
  end Station;
  Station s;
end M;
