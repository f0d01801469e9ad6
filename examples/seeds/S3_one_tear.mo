// Seed case S3 (Zimmer): e = c + d + f with e known; one tearing variable is enough.
// reference: c = d = f = b = e/3
// simulate: --no-alias --stop-time 1
// expect: loops = {4}
// expect: tearing = 1
// expect: kinds = {linear}
// expect: d = 2 +- 1e-12
model S3_one_tear
  parameter Real e = 6;
  Real b, c, d, f;
equation
  e = c + d + f;
  b = d;
  c = d;
  b = f;
end S3_one_tear;
