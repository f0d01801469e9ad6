// A call whose result is read in one branch alone is made there; what can fail of it stays where it
// was, as a function without results. One that is read in both branches, and one that is read
// before, stay.
// count: 1 function CallsThatSink.saw: 1 in, 0 out,
// count: 1 call CallsThatSink.saw w0, w
// count: 2 call CallsThatSink.saw w0
model CallsThatSink
  function saw
    input Real x;
    output Real y;
  algorithm
    assert(x < 100, "too far");
    y := sin(x) + sin(2*x)/2 + sin(3*x)/3 + sin(4*x)/4 + sin(5*x)/5 + sin(6*x)/6 + sin(7*x)/7
      + sin(8*x)/8 + sin(9*x)/9 + sin(10*x)/10 + sin(11*x)/11 + sin(12*x)/12 + sin(13*x)/13
      + sin(14*x)/14 + sin(15*x)/15 + sin(16*x)/16 + sin(17*x)/17 + sin(18*x)/18 + sin(19*x)/19
      + sin(20*x)/20 + sin(21*x)/21 + sin(22*x)/22 + sin(23*x)/23 + sin(24*x)/24 + sin(25*x)/25
      + sin(26*x)/26 + sin(27*x)/27 + sin(28*x)/28 + sin(29*x)/29 + sin(30*x)/30;
  end saw;
  function choose
    input Real x;
    output Real y;
  protected
    Real limit;
  algorithm
    limit := saw(x);
    if x < 1 then
      y := x;
    elseif x < 2 then
      y := 2*x;
    else
      y := limit;
    end if;
    annotation(Inline = false);
  end choose;
  Real a(start = 0, fixed = true);
equation
  der(a) = choose(time);
end CallsThatSink;
