// An index-1 loop with exponentials and events: two antiparallel diodes behind a resistor charge a
// capacitor from a voltage that switches its sign at a known time, and a comparator looks at the
// result. In DAE form the loop belongs to the integrator; both forms and all methods agree.
// The numbers: i = (us - u - ud)/R = 2*Is*sinh(ud/V), so us - u = ud + 2*R*Is*sinh(ud/V); the
// capacitor voltage follows from du/dt = i/C by separating the variables: with ud as parameter,
// t = C/(2*Is) * integral of (1 + 2*R*Is/V*cosh(s/V))/sinh(s/V) ds, integrated in closed form
// between the ud of the start and of the end: C/(2*Is)*(V*log(tanh(s/(2*V))) + 2*R*Is*log(sinh(s/V))).
// simulate: --dae --method ida --tolerance 1e-8
// simulate: --dae --method bdf --tolerance 1e-8
// simulate: --dae --method am3 --tolerance 1e-8
// simulate: --dae --method radau3 --tolerance 1e-8
// simulate: --dae --method radau5 --tolerance 1e-8
// simulate: --dae --method radau5-embedded --tolerance 1e-8
// simulate: --dae --method lobatto4 --tolerance 1e-8
// simulate: --dae --method sdirk4 --tolerance 1e-8
// simulate: --dae --method trapezoid --tolerance 1e-8
// simulate: --dae --method bi2 --tolerance 1e-8
// simulate: --dae --tolerance 1e-8
// simulate: --tolerance 1e-8
// simulate: --method cvode --tolerance 1e-8
// simulate: --method dopri5 --tolerance 1e-8
// simulate: --method rk4 --step 1e-4
// simulate: --method backward-euler --dae --step 2e-7
// simulate: --method euler --step 2e-7
model DiodeBridge
  parameter Real R = 10, C = 1e-3, Is = 1e-6, V = 0.05;
  Real us = if time < 0.05 then 1 else -1;
  Real u(start = 0, fixed = true), ud(start = 0.5), i;
  discrete Real crossed(start = 0, fixed = true);
equation
  us = u + ud + R*i;
  i = Is*(exp(ud/V) - exp(-ud/V));
  C*der(u) = i;
  when u < 0 then
    crossed = time;
  end when;
  annotation(experiment(StopTime = 0.1));
end DiodeBridge;
// expect: u(0.05) = 0.5883895413481203 +- 5e-6
// expect: u(0.1) = -0.5654980671105905 +- 5e-6
// expect: crossed(0.1) = 0.058409990512696686 +- 1e-6
// expect: event 1 = 0.05
// expect: events = 2
