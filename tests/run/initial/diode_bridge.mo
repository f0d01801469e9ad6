// A bridge of four diodes between 10 V and 1 kOhm. Reference: by symmetry two equal diodes lie in the path, the others block.
// expect: load(start) = 8.579397753335915 +- 1e-8
model DiodeBridge
  parameter Real Is = 1e-14, Vt = 0.02585;
  Real p, n, load;
  function current
    input Real v, Is, Vt;
    output Real i;
  algorithm
    i := Is*(exp(v/Vt) - 1);
  annotation(Inline = true);
  end current;
equation
  load = p - n;
  current(10 - p, Is, Vt) + current(0 - p, Is, Vt) = load/1e3;
  current(n - 10, Is, Vt) + current(n - 0, Is, Vt) = load/1e3;
end DiodeBridge;
