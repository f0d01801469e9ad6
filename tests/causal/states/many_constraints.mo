// More constraints than coefficients that vary can be carried along for: the positions of 220 links,
// differentiated twice, depend on angles through derivative annotations that hide the angular
// velocities behind variables. Each link is free to turn and to do nothing else: two states a link.
// expect: states = 440
// expect: index = 3
package Turned
  function point "what is r in a frame, seen from the ground"
    input Real T[2, 2], w, r[2];
    output Real s[2] = transpose(T)*r;
    annotation(derivative(noDerivative = T, noDerivative = w, noDerivative = r) = speed);
  end point;
  function speed
    input Real T[2, 2], w, r[2];
    output Real v[2] = transpose(T)*(w*{-r[2], r[1]});
  end speed;
end Turned;

model ManyConstraints
  parameter Integer n = 220;
  parameter Real l = 0.5, m = 2, J = m*l^2/12, g = 9.81;
  Real phi[n](start = {if i == 1 then 0.1 else 0 for i in 1:n}, each fixed = true,
    each stateSelect = StateSelect.prefer);
  Real wr[n](each start = 0, each fixed = true, each stateSelect = StateSelect.prefer);
  Real w[n], z[n], T[n, 2, 2], r[n, 2], v[n, 2], a[n, 2], e[n, 2], f[n + 1, 2];
equation
  wr = der(phi);
  z = der(w);
  v = der(r);
  a = der(v);
  f[n + 1, :] = zeros(2);
  for i in 1:n loop
    w[i] = (if i > 1 then w[i - 1] else 0) + wr[i];
    T[i, :, :] = [cos(phi[i]), sin(phi[i]); -sin(phi[i]), cos(phi[i])]
      *(if i > 1 then T[i - 1, :, :] else identity(2));
    r[i, :] = (if i > 1 then e[i - 1, :] else zeros(2)) + Turned.point(T[i, :, :], w[i], {l/2, 0});
    e[i, :] = (if i > 1 then e[i - 1, :] else zeros(2)) + Turned.point(T[i, :, :], w[i], {l, 0});
    m*a[i, :] = f[i, :] - f[i + 1, :] - {0, m*g};
    J*z[i] = -l/2*(-T[i, 1, 2]*(f[i,1]+f[i+1,1]) + T[i, 1, 1]*(f[i, 2] + f[i + 1, 2]));
  end for;
  annotation(experiment(StopTime = 1));
end ManyConstraints;
