// check: --strict
model IdleInputStrictly
  connector RealInput = input Real;

  model Source
    parameter Boolean hasSignal = false;
    parameter Real f = 50;
    RealInput signal(start = 7);
    Real w;
  equation
    if hasSignal then
      w = signal;
    else
      w = f;
    end if;
  end Source;

  Source source; // error[E0502]: nothing is connected to the input 'source.signal', and nothing refers to it (4.7)
  Real x(start = 0, fixed = true);
equation
  der(x) = source.w;
end IdleInputStrictly;
