// Beam: an elastic beam clamped at one end, 40 angles and their rates [MI03, II-7].
// The angles are compared, as in the source.
// run: --method radau5 --tolerance 1e-12
// reference: th[1] = -0.5792366591285007e-2
// reference: th[2] = -0.1695298550721735e-1
// reference: th[3] = -0.2769103312973094e-1
// reference: th[4] = -0.3800815655879158e-1
// reference: th[5] = -0.4790616859743763e-1
// reference: th[6] = -0.5738710435274594e-1
// reference: th[7] = -0.6645327313454617e-1
// reference: th[8] = -0.7510730581979037e-1
// reference: th[9] = -0.8335219765414992e-1
// reference: th[10] = -0.9119134654647947e-1
// reference: th[11] = -0.9862858700132091e-1
// reference: th[12] = -0.1056682200378002e0
// reference: th[13] = -0.1123150395409595e0
// reference: th[14] = -0.1185743552727245e0
// reference: th[15] = -0.1244520128755561e0
// reference: th[16] = -0.1299544113264161e0
// reference: th[17] = -0.1350885180610398e0
// reference: th[18] = -0.1398618819194422e0
// reference: th[19] = -0.1442826441015242e0
// reference: th[20] = -0.1483595472463012e0
// reference: th[21] = -0.1521019429001447e0
// reference: th[22] = -0.1555197978061129e0
// reference: th[23] = -0.1586236993420229e0
// reference: th[24] = -0.1614248603702127e0
// reference: th[25] = -0.1639351238193223e0
// reference: th[26] = -0.1661669673440852e0
// reference: th[27] = -0.1681335081778558e0
// reference: th[28] = -0.1698485080602243e0
// reference: th[29] = -0.1713263782440888e0
// reference: th[30] = -0.1725821847462537e0
// reference: th[31] = -0.1736316537975654e0
// reference: th[32] = -0.1744911773840049e0
// reference: th[33] = -0.1751778187863392e0
// reference: th[34] = -0.1757093178712902e0
// reference: th[35] = -0.1761040960228576e0
// reference: th[36] = -0.1763812607175549e0
// reference: th[37] = -0.1765606097564671e0
// reference: th[38] = -0.1766626352260565e0
// reference: th[39] = -0.1767085270807460e0
// reference: th[40] = -0.1767201761075488e0
model Beam
  constant Real pi = 3.14159265358979323846;
  constant Integer n = 40;
  Real th[n](each start = 0, each fixed = true);
  Real om[n](each start = 0, each fixed = true);
  Real s[n], c[n] "sine and cosine of the difference to the angle before";
  Real force, v[n], rhs[n], alpha[n], g[n], w[n], u[n];
equation
  force = if time > pi then 0 else 1.5*sin(time)^2;
  s[1] = 0;
  c[1] = 0;
  for i in 2:n loop
    s[i] = sin(th[i] - th[i - 1]);
    c[i] = cos(th[i] - th[i - 1]);
  end for;
  v[1] = n^4*(th[2] - 3*th[1]) + n^2*force*(cos(th[1]) + sin(th[1]));
  for i in 2:n - 1 loop
    v[i] = n^4*(th[i - 1] - 2*th[i] + th[i + 1]) + n^2*force*(cos(th[i]) + sin(th[i]));
  end for;
  v[n] = n^4*(th[n - 1] - th[n]) + n^2*force*(cos(th[n]) + sin(th[n]));
  // The tridiagonal system with the diagonal 1, 2, ..., 2, 3 and -c beside it, from the free end.
  alpha[n] = 3;
  g[n] = -s[n]*v[n - 1] + om[n]^2;
  for i in 1:n - 1 loop
    alpha[i] = (if i == 1 then 1 else 2) - c[i + 1]^2/alpha[i + 1];
    g[i] = rhs[i] + om[i]^2 + g[i + 1]*c[i + 1]/alpha[i + 1];
  end for;
  rhs[1] = s[2]*v[2];
  for i in 2:n - 1 loop
    rhs[i] = -s[i]*v[i - 1] + s[i + 1]*v[i + 1];
  end for;
  rhs[n] = -s[n]*v[n - 1];
  w[1] = g[1]/alpha[1];
  for i in 2:n loop
    w[i] = (g[i] + c[i]*w[i - 1])/alpha[i];
  end for;
  u[1] = v[1] - c[2]*v[2] + s[2]*w[2];
  for i in 2:n - 1 loop
    u[i] = 2*v[i] - c[i]*v[i - 1] - c[i + 1]*v[i + 1] - s[i]*w[i - 1] + s[i + 1]*w[i + 1];
  end for;
  u[n] = 3*v[n] - c[n]*v[n - 1] - s[n]*w[n - 1];
  for i in 1:n loop
    der(th[i]) = om[i];
    der(om[i]) = u[i];
  end for;
  annotation(experiment(StopTime = 5));
end Beam;
