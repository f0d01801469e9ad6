// check: --class M
package M  // error[E0223]@9: 'M' is a package and cannot be simulated
  constant Real c = 1;
end M;
