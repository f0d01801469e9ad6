// check: --strict
model M
  connector In = input Real;
  connector Node = Real;
  block Gain
    In u;
    Real y = 2*u;
  end Gain;
  Gain g;
protected
  Node n = 1;
equation
  connect(n, g.u);  // error[E0401]: 'n' and 'g.u' should not be connected: only one of them is an input or output
end M;
