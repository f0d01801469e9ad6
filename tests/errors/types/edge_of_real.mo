model EdgeOfReal
  discrete Real x;
  Boolean b;
equation
  when time > 1 then
    x = 1;
  end when;
  b = edge(x);  // error[E0301]: 'edge' needs a Boolean, but 'x' is of type 'Real'
end EdgeOfReal;
