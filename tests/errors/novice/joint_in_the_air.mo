// A library says itself what it needs connected; nothing behind that is told.
connector Frame
  Real r;
  flow Real f;
end Frame;
model Joint
  Frame a, b;
  Real s(start = 0, fixed = true);
equation
  assert(cardinality(a) > 0, "connector 'a' of the joint is not connected");  // note[E0314]: it is here
  b.r = a.r + s;
  a.f + b.f = 0;
  der(s) = a.f;
end Joint;
model Body
  Frame a;
equation
  a.f = 1;
end Body;
model JointInTheAir
  Joint joint;  // error[E0314]: in 'joint', a 'Joint': the assertion fails: connector 'a' of the joint is not connected
  Body body;
equation
  connect(joint.b, body.a);
end JointInTheAir;
