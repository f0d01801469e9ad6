// Assembly of a four-bar linkage, crank at 1 rad. By hand: law of cosines in the triangle of coupler, rocker and diagonal.
// expect: cos_coupler(start) = 0.8415793928268649 +- 1e-8
// expect: cos_rocker(start) = -0.17398380626050616 +- 1e-8
model FourBarLinkage
  Real coupler(start = 0.5), rocker(start = 1.5), cos_coupler = cos(coupler), cos_rocker = cos(rocker);
equation
  cos(1.0) + 3*cos(coupler) = 3.5 + 2.5*cos(rocker);
  sin(1.0) + 3*sin(coupler) = 2.5*sin(rocker);
end FourBarLinkage;
