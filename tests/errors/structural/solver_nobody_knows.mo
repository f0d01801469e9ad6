// 16.8.2: methods beyond the list are those of the tool.
model SolverNobodyKnows
  Real x(start = 1);
  parameter String method = "Unknown";
equation
  when Clock(Clock(0.1), method) then // warning[E0544]@3: the solver method 'Unknown' is not known here; the partition is integrated with the unclocked variables, as "External" says // error[E0004]@3: a clocked when-clause in a partition with differential equations is not supported yet
    der(x) = -x;
  end when;
end SolverNobodyKnows;
