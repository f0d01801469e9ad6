connector Port
  Real p;
  flow Real q;
end Port;
model Tank
  parameter Integer nPorts = 0;
  Port ports[nPorts];  // note[E0307]: 'ports[nPorts]' is declared here
  Real level(start = 1, fixed = true);
equation
  for i in 1:nPorts loop
    ports[i].p = level;
  end for;
  der(level) = sum(ports.q);
end Tank;
model PortsWithoutNumber
  Tank left, right(nPorts = 1);
equation
  connect(left.ports[1], right.ports[1]);  // error[E0307]: subscript 1 is outside 1:0
end PortsWithoutNumber;
