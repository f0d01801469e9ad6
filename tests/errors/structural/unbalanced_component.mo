model M
  model Tank
    Real level, flow_in;  // error[E0502]: only 1 equation for 't.level' and 't.flow_in'
  equation
    der(level) = flow_in;
  end Tank;
  Tank t;
end M;
