package P
  constant Real c = 1;
end P;
package Q
  constant Real c = 2;
end Q;
model M
  import P.*;
  import Q.*;
  Real x = c;  // error[E0216]@12: 'c' is offered by two unqualified imports
end M;
