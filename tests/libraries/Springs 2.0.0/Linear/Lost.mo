within Springs.Nonlinear;
model Lost
end Lost;
