// A final parameter that depends on nothing changeable is a number in the equations; one that
// depends on a changeable parameter is not: 4.4.3, 7.2.6.
// Expected: i*0 vanishes from the equation of the ideal wire; w.k stays a name
model Wire
  final parameter Real R = 0;
  final parameter Real G = 2*R + 1;
  parameter Real k = 3;
  final parameter Real twice = 2*k;
  Real u, i;
equation
  R*i = u;
  i = G*twice;
end Wire;
model FinalParametersAreNumbers
  Wire w;
end FinalParametersAreNumbers;

/* instance
model FinalParametersAreNumbers
// Wire w
final parameter Real w.R = 0.0;  // frozen
final parameter Real w.G = 1.0;  // frozen
parameter Real w.k = 3.0;
final parameter Real w.twice = 2.0*w.k;
Real w.u;
Real w.i;
equation
  0.0 = w.u;
  w.i = w.twice;
end FinalParametersAreNumbers;
*/
