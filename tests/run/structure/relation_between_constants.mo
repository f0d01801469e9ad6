// simulate: --engine native
// simulate: --engine interpret
// The port is always below the level, which equations say: the pressure is given there, the state
// is none, and the flow follows from its derivative. The branch with a flow of zero never counts.
// expect: states = {}
// expect: index = 2
// expect: inflow(0.5) = 2 +- 1e-9
// expect: pressure(0.5) = 4 +- 1e-9
model RelationBetweenConstants
  Real level, height[2], pressure, inflow;
  Boolean below, inward;
equation
  level = 0;
  height = zeros(2);
  below = level >= height[2];
  inward = not below and inflow > 0;
  der(pressure) = inflow;
  if below then
    pressure = 3 + 2*time;
  elseif inward then
    pressure = 5;
  else
    inflow = 0;
  end if;
end RelationBetweenConstants;
