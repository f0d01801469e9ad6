// An array of connectors of which some do not exist would have to be connected one by one.
connector In = input Real;
connector Out = output Real;

model Maker
  parameter Boolean exists;
  Out y if exists;
end Maker;

model ConnectSomeElements
  Maker maker[2](exists = {false, true});
  In u[2];
equation
  connect(maker.y, u); // error[E0004]: some elements of 'maker.y' do not exist: to connect the others as an array is not supported yet
end ConnectSomeElements;
