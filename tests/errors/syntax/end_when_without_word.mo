model M
  discrete Real x;
equation
  when time > 1 then
    x = 1;
  end;  // error[E0105]@3: 'when' is closed by 'end when'
end M;
