// Equal discrete variables have memories of their own at the start: pre(u) and pre(y) are unknowns of the
// initialization, each with its initial equation (specification 8.6), and so is that of a constant.
// expect: first = 1
// expect: second = 0
// expect: constantChanged = 1
// expect: d.e(0.25) = 0
model MemoriesOfEquals
  connector In = input Boolean;
  connector Out = output Boolean;
  block Detector
    In u;
    Boolean e = change(u);
  initial equation
    pre(u) = false;
  end Detector;
  block Pulse
    Out y = time < 0.5;
  initial equation
    pre(y) = true;
  end Pulse;
  block Constant
    Out y = true;
  end Constant;
  Detector d, c;
  Pulse p;
  Constant k;
  parameter Boolean first(fixed = false);
  parameter Boolean second(fixed = false);
  parameter Boolean constantChanged(fixed = false);
initial equation
  first = d.e;
  second = p.y <> pre(p.y);
  constantChanged = c.e;
equation
  connect(p.y, d.u);
  connect(k.y, c.u);
end MemoriesOfEquals;
