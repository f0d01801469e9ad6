model M
  model Counter
    discrete Real n;
  end Counter;
  Counter c;
equation
  when sample(0, 1) then
    c.n = 1;  // warning[E0311]: 'n' cannot be set in a when-clause here: it belongs to the component 'c'
  end when;
end M;
