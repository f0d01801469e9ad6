// Three plates that radiate to each other between 1000 K and 300 K. By hand: the fourth powers are in arithmetic progression.
// expect: T[1](start) = 931.2323823715956 +- 1e-6
// expect: T[2](start) = 842.5940824971589 +- 1e-6
// expect: T[3](start) = 711.3638563224775 +- 1e-6
model RadiatingPlates
  parameter Real s = 5.67e-8;
  Real T[3](each start = 293);
  Real E[5](each nominal = 1e4);
equation
  E[1] = s*1000^4;
  E[5] = s*300^4;
  for i in 1:3 loop
    E[i + 1] = s*T[i]^4;
    E[i] - 2*E[i + 1] + E[i + 2] = 0;
  end for;
end RadiatingPlates;
