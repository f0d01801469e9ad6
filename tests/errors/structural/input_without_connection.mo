package P
  connector In = input Real;
  connector Out = output Real;
  block Gain
    In u;  // error[E0502]: only 1 equation for 'g.u' and 'g.y'
    Out y;
  equation
    y = 2*u;
  end Gain;
  model M
    Gain g;  // note[E0502]: the input 'g.u' may lack a connection
  end M;
end P;
