// Two sources for one input, by connections.
package DrivenTwice
  connector In = input Real;
  connector Out = output Real;
  block Constant
    parameter Real k = 1;
    Out y;
  equation
    y = k;
  end Constant;
  block Lag
    In u;
    Out y;
  equation
    der(y) = u - y;
  end Lag;
  model Use
    Constant slow, fast(k = 2);  // note[E0501]: 'slow' is declared here // note[E0501]: 'fast' is declared here
    Lag lag;
  equation
    connect(slow.y, lag.u);  // note[E0501]: it is connected here, too
    connect(fast.y, lag.u);  // warning[E0411]: 'slow.y' and 'fast.y' are connected, and both are sources of the signal // error[E0501]: 'slow' and 'fast' both determine this signal, which has one source: remove one of the connections
  end Use;
end DrivenTwice;
