model M
  connector Port
    Real p = 1;
    flow Real m;
    stream Boolean b = true;  // error[E0227]: 'b' cannot be declared 'stream': it is of type 'Boolean'
  end Port;
  Port a;
end M;
