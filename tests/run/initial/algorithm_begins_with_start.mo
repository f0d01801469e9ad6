// Initial algorithms begin with start values (11.1.2), those of discrete variables, too; other
// sections with the values of the past. By hand: 3 + 4, then 10 more at 0.5; 2 letters, then 4.
model AlgorithmBeginsWithStart
  discrete Integer k(start = 3);
  discrete Real x(start = 2);
  discrete String s(start = "ab");
  Integer is_whole = if s == "abcd" then 1 else 0;
initial algorithm
  k := k + 4;
  x := x*x;
  x := x + 1;
  s := s + "c";
  s := s + "d";
algorithm
  when time > 0.5 then
    k := k + 10;
    x := x + 1;
    s := "";
  end when;
  annotation(experiment(StopTime = 1));
end AlgorithmBeginsWithStart;
// expect: k(0) = 7 +- 0
// expect: k(1) = 17 +- 0
// expect: x(0) = 5 +- 1e-12
// expect: x(1) = 6 +- 1e-12
// expect: is_whole(0) = 1 +- 0
// expect: is_whole(1) = 0 +- 0
