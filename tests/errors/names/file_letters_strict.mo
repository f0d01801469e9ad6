// check: --strict
model M
  parameter String file = "modelica://M/File_Letters_Strict.mo";  // error[E0247]: no file has this name; '
end M;
