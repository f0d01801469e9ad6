model M
  model Tank
    Real level, flow_in;
  equation
    der(level) = flow_in;
  end Tank;
  Tank t;  // error[E0502]: in 't', a 'M.Tank': only 1 equation for 't.level' and 't.flow_in'
end M;
