// check: --strict
package P
  constant Real c = 1;
end P;
model M
  extends P;  // error[E0212]@11: the model 'M' cannot inherit from the package 'P'
end M;
