model M
equation
  when time > 1 then
    x = 1;
  else  // error[E0101]@3: 'when' has no 'else': only 'elsewhen'
    x = 2;
  end when;
end M;
