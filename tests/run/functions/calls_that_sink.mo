// Calls whose results are read in one branch alone are made there: of two limits one is needed on
// each way, the first of them for the second. The sums converge to a saw tooth, (pi - x)/2, of which
// they are the first thirty terms; the numbers are those of the sums.
// expect: a(0.5) = 0.5 +- 1e-12
// expect: a(1.5) = 0.825083521788119 +- 1e-12
// expect: a(2.5) = 0.309351404503728 +- 1e-12
// expect: b(1.5) = 0.825083521788119 +- 1e-12
model CallsThatSink
  function saw
    input Real x;
    output Real y;
    output Real z;
  algorithm
    assert(x < 100, "too far");
    y := sin(x) + sin(2*x)/2 + sin(3*x)/3 + sin(4*x)/4 + sin(5*x)/5 + sin(6*x)/6 + sin(7*x)/7
      + sin(8*x)/8 + sin(9*x)/9 + sin(10*x)/10 + sin(11*x)/11 + sin(12*x)/12 + sin(13*x)/13
      + sin(14*x)/14 + sin(15*x)/15 + sin(16*x)/16 + sin(17*x)/17 + sin(18*x)/18 + sin(19*x)/19
      + sin(20*x)/20 + sin(21*x)/21 + sin(22*x)/22 + sin(23*x)/23 + sin(24*x)/24 + sin(25*x)/25
      + sin(26*x)/26 + sin(27*x)/27 + sin(28*x)/28 + sin(29*x)/29 + sin(30*x)/30;
    z := 2*y;
  end saw;
  function choose
    input Real x;
    input Integer way;
    output Real y;
  protected
    Real low, high, twice;
  algorithm
    low := saw(x);
    (high, twice) := saw(if way == 1 then x else 2*x);
    if x < 1 then
      y := x;
    elseif x < 2 then
      y := low;
    else
      y := twice - low;
    end if;
    annotation(Inline = false);
  end choose;
  Real a = choose(time, if time < 2 then 2 else 1), b = choose(time, 1);
  annotation(experiment(StopTime = 3, Interval = 0.5));
end CallsThatSink;
