// Car axis on a bumpy road, index 3 [MI03, II-17].
// run: --method radau5 --tolerance 1e-12
// reference: xl = 0.4934557842755629e-1
// reference: yl = 0.4969894602303324
// reference: xr = 0.1041742524885400e1
// reference: yr = 0.3739110272652214
// reference: ul = -0.7705836840321485e-1
// reference: vl = 0.7446866596327776e-2
// reference: ur = 0.1755681574942899e-1
// reference: vr = 0.7703410437794031
model CarAxis
  parameter Real eps = 1e-2;
  parameter Real M = 10;
  parameter Real L = 1;
  parameter Real L0 = 0.5;
  parameter Real r = 0.1;
  parameter Real w = 10;
  parameter Real g = 1;
  Real xl(start = 0), yl(start = 0.5, fixed = true), xr(start = 1), yr(start = 0.5, fixed = true);
  Real ul(start = -0.5), vl(start = 0, fixed = true), ur(start = -0.5), vr(start = 0, fixed = true);
  Real lambda1(start = 0), lambda2(start = 0), yb, xb, Ll, Lr;
equation
  yb = r*sin(w*time);
  xb = sqrt(L^2 - yb^2);
  Ll = sqrt(xl^2 + yl^2);
  Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  der(xl) = ul;
  der(yl) = vl;
  der(xr) = ur;
  der(yr) = vr;
  M*eps^2/2*der(ul) = (L0 - Ll)*xl/Ll + lambda1*xb + 2*lambda2*(xl - xr);
  M*eps^2/2*der(vl) = (L0 - Ll)*yl/Ll + lambda1*yb + 2*lambda2*(yl - yr) - M*eps^2*g/2;
  M*eps^2/2*der(ur) = (L0 - Lr)*(xr - xb)/Lr - 2*lambda2*(xl - xr);
  M*eps^2/2*der(vr) = (L0 - Lr)*(yr - yb)/Lr - 2*lambda2*(yl - yr) - M*eps^2*g/2;
  0 = xl*xb + yl*yb;
  0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
  annotation(experiment(StopTime = 3));
end CarAxis;
