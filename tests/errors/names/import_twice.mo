package P
  constant Real c = 1;
end P;
package Q
  constant Real c = 2;
end Q;
model M
  import P.c;
  import Q.c;  // error[E0204]@3: two imports bring the name 'c'
  Real x = c;
end M;
