// A record value replaces member values, dependent members follow: 7.2.3, 12.6.
// Expected: a.data = (1, 2, 3); b.data = (5, 10, 15); own.J = 2*own.m; d.data.m = own.m, ...  M
//   c(data(m = 7)) is an error: data has a value
record D
  parameter Real m = 1;
  parameter Real J = 2*m;
  final parameter Real e = m + J;
end D;
record D5 = D(m = 5);
model M
  parameter D data = D();
  Real x = data.e*time;
end M;
model RecordValues
  M a;
  M b(data = D5());
  parameter D own(m = 3);
  M d(data = own);
end RecordValues;

/* instance
model RecordValues
// M a
// D a.data
parameter Real a.data.m = 1.0;
parameter Real a.data.J = 2.0;
final parameter Real a.data.e = 3.0;  // frozen
Real a.x = 3.0*time;
// M b
// D b.data
parameter Real b.data.m = 5.0;
parameter Real b.data.J = 10.0;
final parameter Real b.data.e = 15.0;  // frozen
Real b.x = 15.0*time;
// D own
parameter Real own.m = 3.0;
parameter Real own.J = 2.0*own.m;
final parameter Real own.e = own.m + own.J;
// M d
// D d.data
parameter Real d.data.m = own.m;
parameter Real d.data.J = own.J;
final parameter Real d.data.e = own.e;
Real d.x = d.data.e*time;
equation
end RecordValues;
*/
