model M
  expandable connector Bus
  end Bus;
  Bus a, b;
equation
  connect(a.x, b.y);  // error[E0408]: 'x' and 'y' are declared nowhere: connect one of them to a declared connector
end M;
