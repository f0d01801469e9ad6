// This very file, with capitals: a file system that knows none would find it, and only one is meant.
model M
  parameter String file = "modelica://M/File_Letters.mo";  // warning[E0247]: no file has this name; '
  parameter String folder = "modelica://M/../NAMES/" + "file_letters.mo";  // warning[E0247]: no file has this name; '
  parameter String other = "modelica://M/file_of_nobody.mo";
end M;
