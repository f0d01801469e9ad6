// A flow that a bus was given is a connection set of its own on both sides (9.2): what nobody beyond
// the bus uses lets nothing through, whether the bus declares the member or not, also element by
// element. An equation that names a declared member says what flows instead, and so does a statement.
// expect: given.source.pin.i(1) = 0
// expect: idle.bus.pins[2].i(1) = 0
// expect: declared.source.pin.i(1) = 0
// expect: loaded.source.pin.i(1) = -2
// expect: named.source.pin.i(1) = -6
// expect: assigned.source.pin.i(1) = -4
package FlowsOfBuses
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  expandable connector Bus
  end Bus;
  expandable connector PinBus
    Pin supply;
  end PinBus;
  model Source
    Pin pin;
  equation
    pin.v = 2*time;
  end Source;
  model Giving
    Bus bus;
    Source source;
  equation
    connect(source.pin, bus.supply);
  end Giving;
  model GivingTwo
    Bus bus;
    Source source[2];
  equation
    for k in 1:2 loop
      connect(source[k].pin, bus.pins[k]);
    end for;
  end GivingTwo;
  model Idle
    Bus bus;
  end Idle;
  model Loading
    Bus bus;
    Pin pin;
    Load load;
  equation
    connect(load.pin, bus.supply);
    pin.v = 0;
  end Loading;
  model Load
    Pin pin;
  equation
    pin.i = pin.v;
  end Load;
  model GivingDeclared
    PinBus bus;
    Source source;
  equation
    connect(source.pin, bus.supply);
  end GivingDeclared;
  model IdleDeclared
    PinBus bus;
  end IdleDeclared;
  model Naming
    PinBus bus;
  equation
    bus.supply.i = 3*bus.supply.v;
  end Naming;
  model Assigning
    PinBus bus;
  algorithm
    if time >= 0 then
      bus.supply.i := 2*bus.supply.v;
    end if;
  end Assigning;
  model All
    Giving given;
    GivingTwo two;
    Idle idle;
    GivingDeclared declared, named, assigned;
    IdleDeclared idle_declared;
    Naming naming;
    Assigning assigning;
    Giving loaded;
    Loading loading;
    Idle also_idle;
  equation
    connect(given.bus, two.bus);
    connect(two.bus, idle.bus);
    connect(declared.bus, idle_declared.bus);
    connect(named.bus, naming.bus);
    connect(assigned.bus, assigning.bus);
    connect(loaded.bus, loading.bus);
    connect(loaded.bus, also_idle.bus);
  end All;
end FlowsOfBuses;
