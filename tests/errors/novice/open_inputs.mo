// Two of three inputs were forgotten: each is told at the component that has it, also inside another one.
package OpenInputs
  connector In = input Real;
  connector Out = output Real;
  block Sum
    In u1, u2;
    Out y;
  equation
    y = u1 + u2;
  end Sum;
  model Inner
    Sum s;
    In u;
    Out y;
  equation
    connect(u, s.u1);
    connect(s.y, y);
  end Inner;
  model Use
    Inner inside;  // error[E0502]: in 'inside', a 'OpenInputs.Inner': nothing is connected to the input 'inside.s.u2'
    Sum own;  // error[E0502]@9: nothing is connected to the input 'own.u2'
    Real x = time;
  equation
    inside.u = x;
    connect(inside.y, own.u1);
  end Use;
end OpenInputs;
