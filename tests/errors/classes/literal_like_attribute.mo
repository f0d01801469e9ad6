// check: --strict
model M
  type Phase = enumeration(start, stop);  // error[E0238]: 'start' is an attribute of enumerations and cannot be one of their literals
  Phase p = Phase.stop;
end M;
