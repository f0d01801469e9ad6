// 17.1: the arguments of transition and initialState, and of the operators that ask a state machine.
model MachineArguments
  block Off
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Off;
  inner Integer n(start = 0);
  Off a, b, c[2];
  Real x = time;
  function f
    input Real x;
    output Integer y = ticksInState(); // error[E0308]@24: 'ticksInState' cannot be called like this here
  algorithm
  end f;
  Integer t = ticksInState(a); // error[E0308]@15: 'ticksInState' cannot be called like this here
  Integer u = f(1);
  Boolean v = activeState(x); // error[E0308]@27: 'x' is no block, and cannot be a state
initial equation
  initialState(b); // error[E0312]@3: 'initialState' is not allowed under a condition or in initial equations
equation
  initialState(a);
  transition(a, b, true, true, true, true, 1, 2); // error[E0308]@3: too many arguments
  transition(a, b, condition = true, with = true); // error[E0308]@38: there is no argument 'with' here
  transition(a, b, true, from = a); // error[E0308]@26: there is no argument 'from' here
  transition(a, b); // error[E0308]@3: the argument 'condition' is missing
  transition(a, x, true); // error[E0308]@17: 'x' is no block, and cannot be a state
  transition(c[1], c[2], true);
  transition(b, a, 1 > 2, priority = 0); // error[E0308]@38: the priority of a transition is at least 1
  transition(b, a, 3); // error[E0301]@20: the condition must be of type 'Boolean', but '3' is of type 'Integer'
  transition(b, a, true, immediate = 2); // error[E0301]@38: immediate must be of type 'Boolean', but '2' is of type 'Integer'
  if x > 1 then
    transition(a, b, true); // error[E0312]@5: 'transition' is not allowed under a condition or in initial equations
  end if;
  transition(1 + 2, b, true); // error[E0318]@14: '1 + 2' does not name one component of this model
  initialState(nowhere); // error[E0200]@16: 'nowhere' is not declared
end MachineArguments;
