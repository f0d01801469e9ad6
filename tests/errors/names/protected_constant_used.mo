// check: --strict
package P
protected
  constant Real secret = 42;
end P;
model M
  Real x = P.secret;  // error[E0203]@14: 'secret' is protected in 'P'
end M;
