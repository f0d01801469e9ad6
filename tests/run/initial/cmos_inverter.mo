// A CMOS inverter (square law) tied back to itself: both transistors saturated.
// By hand: V = (5 - 1 + 1*sqrt(4))/(1 + sqrt(4)) for kn = 4*kp, thresholds 1.
// expect: v(start) = 2.0 +- 1e-8
model CmosInverter
  parameter Real kn = 4e-4, kp = 1e-4, Vdd = 5;
  Real v, i;
  function current
    input Real k, vgs, vds;
    output Real i;
  protected
    Real over = vgs - 1;
  algorithm
    i := if over <= 0 then 0 elseif vds < over then k*(over - vds/2)*vds else k/2*over^2;
  end current;
equation
  i = current(kn, v, v);
  i = current(kp, Vdd - v, Vdd - v);
end CmosInverter;
