// 12.2: a function has neither time nor past nor connections, so the operators that ask for them
// are refused in it, and so are clocks (16.2) and terminate (11.2.8.2).
function past
  input Real x;
  input Boolean b;
  output Real y;
algorithm
  y := pre(x); // error[E0312]@8: 'pre' cannot be used in a function
  if edge(b) or change(b) then // error[E0312]@6: 'edge' cannot // error[E0312]@17: 'change' cannot
    y := 1;
  elseif initial() or terminal() or sample(0, 1) then // error[E0312]@10: 'initial' // error[E0312]@23: 'terminal' // error[E0312]@37: 'sample'
    y := 2;
  end if;
  y := delay(x, 0.1); // error[E0312]@8: 'delay' cannot be used in a function
  terminate("enough"); // error[E0312]@3: 'terminate' cannot be used in a function
  y := der(x) + previous(x) + interval(x); // error[E0312]@8: 'der' // error[E0312]@17: 'previous' // error[E0312]@31: 'interval'
end past;

function ports
  input Real x;
  output Real y = inStream(x) + actualStream(x) + hold(x); // error[E0312]@19: 'inStream' // error[E0312]@33: 'actualStream' // error[E0312]@51: 'hold'
protected
  Integer n = cardinality(x); // error[E0312]@15: 'cardinality' cannot be used in a function
  Clock c; // error[E0229]@9: the function 'ports' cannot contain the clock 'c'
end ports;

model OperatorsOfModels
  Real a = past(time, true);
  Real b = ports(time);
end OperatorsOfModels;
