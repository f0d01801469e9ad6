// 8.3.5.2: the branches of when set the same variables. One that is left out keeps its value: a
// warning.
model BranchesOfWhen
  discrete Real a(start = 0);
  discrete Real b(start = 0);
  discrete Real c[2](each start = 0);
equation
  when time > 0.5 then // warning[E0312]@3: the branches of 'when' do not set the same variables
    a = 1;
    b = 1;
  elsewhen time > 0.6 then
    a = 2;
  end when;
  when time > 0.5 then
    c = {1, 2};
  elsewhen time > 0.6 then
    c = {3, 4};
  end when;
end BranchesOfWhen;
