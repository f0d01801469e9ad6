// More Integer results in a row than there are registers. reference: whole numbers
// expect: y = 222
// expect: z = 31
model ManySums
  Integer a = if time < 2 then 2 else 3;
  Integer f = 100*a;
  Integer e = -1*a;
  Integer d = 7;
  Integer y = f + (a + a + (3*a + a)) + (e + (a + a + (3*a + a)));
  Integer z = e + d + (e + d + (d + d) + d);
end ManySums;
