model M
  type Phase = enumeration(start, stop);  // error[E0239]: the literal of 'Phase' cannot be called 'start'
  Phase p = Phase.stop;
end M;
