// Chains of 2, 10 and 50 bodies, joined in the plane, against pendulums of as many links by
// Lagrange's equations, integrated beside them. With the absolute angles q, rods of length l and
// mass m: sum over j of a[i,j]*(cos(q[i] - q[j])*q''[j] + sin(q[i] - q[j])*q'[j]^2) + b[i]*cos(q[i])
// vanishes, where a[i,j] = m*l^2*(n - max(i,j) + 1/2), a third of m*l^2 and the links behind on the
// diagonal, and b[i] = m*g*l*(n - i + 1/2).
// simulate: --tolerance 1e-7
// expect: error2(0.2) = 0 +- 1e-6
// expect: error10(0.2) = 0 +- 1e-6
// expect: error50(0.2) = 0 +- 1e-6
// expect: index = 3
// expect: states = 248
package Plane
  function along "a rod of length l at angle phi that turns with w"
    input Real l, phi, w;
    output Real r[2] = {l*cos(phi), l*sin(phi)};
    annotation(derivative(noDerivative = l, noDerivative = phi, noDerivative = w) = alongSpeed);
  end along;
  function alongSpeed
    input Real l, phi, w;
    output Real v[2] = {-l*sin(phi)*w, l*cos(phi)*w};
  end alongSpeed;
  connector Frame
    Real r[2], phi;
    flow Real f[2], t;
  end Frame;
  model Ground
    Frame b;
  equation
    b.r = zeros(2);
    b.phi = 0;
  end Ground;
  model Joint
    Frame a, b;
    Real phi(fixed = true, stateSelect = StateSelect.prefer);
    Real w(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  equation
    w = der(phi);
    b.r = a.r;
    b.phi = a.phi + phi;
    a.f + b.f = zeros(2);
    a.t = 0;
    b.t = 0;
  end Joint;
  model Link "a uniform rod"
    parameter Real l = 0.5, m = 2, g = 9.81;
    Frame a, b;
    Real r[2], v[2], w, c[2], d[2];
  equation
    w = der(a.phi);
    c = along(l/2, a.phi, w);
    d = along(l, a.phi, w);
    r = a.r + c;
    b.r = a.r + d;
    b.phi = a.phi;
    v = der(r);
    m*der(v) = a.f + b.f - {0, m*g};
    m*l^2/12*der(w) = a.t + b.t + a.f[1]*c[2] - a.f[2]*c[1] - b.f[1]*c[2] + b.f[2]*c[1];
  end Link;
end Plane;

model Chain
  parameter Integer n;
  Plane.Ground ground;
  Plane.Joint joint[n](phi(start = {if i == 1 then 0.1 else 0 for i in 1:n}));
  Plane.Link link[n];
equation
  connect(ground.b, joint[1].a);
  for i in 1:n loop
    connect(joint[i].b, link[i].a);
  end for;
  for i in 2:n loop
    connect(link[i - 1].b, joint[i].a);
  end for;
end Chain;

model Pendulum
  parameter Integer n;
  parameter Real l = 0.5, m = 2, g = 9.81;
  parameter Real a[n, n] = {{m*l^2*(n - max(i, j) + (if i == j then 1/3 else 1/2)) for j in 1:n} for i in 1:n};
  Real q[n](each start = 0.1, each fixed = true), u[n](each start = 0, each fixed = true);
equation
  der(q) = u;
  for i in 1:n loop
    sum(a[i, j]*(cos(q[i] - q[j])*der(u[j]) + sin(q[i] - q[j])*u[j]^2) for j in 1:n) + m*g*l*(n - i + 1/2)*cos(q[i]) = 0;
  end for;
end Pendulum;

model ChainsOfLinks
  Chain chain2(n = 2), chain10(n = 10), chain50(n = 50);
  Pendulum pendulum2(n = 2), pendulum10(n = 10), pendulum50(n = 50);
  Real error2 = chain2.joint[1].phi - pendulum2.q[1];
  Real error10 = chain10.joint[1].phi - pendulum10.q[1];
  Real error50 = chain50.joint[1].phi - pendulum50.q[1];
  annotation(experiment(StopTime = 0.2));
end ChainsOfLinks;
