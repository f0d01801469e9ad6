// A partial record that models inherit from may speak of what is around them.
//
// expect: a.f(1) = 60
// expect: b.f(1) = 50
model RecordForModels
  model System
    parameter Real f = 60;
  end System;

  partial record Nominal
    parameter Real f = system.f;
  protected
    outer System system;
  end Nominal;

  model Machine
    extends Nominal;
    Real w = 2*f;
  end Machine;

  inner System system;
  Machine a, b(f = 50);
end RecordForModels;
