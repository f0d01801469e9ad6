model M
  expandable connector Bus
    Real v;
    flow Real i;  // error[E0227]: 'i' cannot be declared 'flow' in the expandable connector 'Bus'
  end Bus;
  Bus b;
end M;
