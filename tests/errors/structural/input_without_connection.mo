package P
  connector In = input Real;
  connector Out = output Real;
  block Gain
    In u;
    Out y;
  equation
    y = 2*u;
  end Gain;
  model M
    Gain g;  // error[E0502]: nothing is connected to the input 'g.u'
  end M;
end P;
