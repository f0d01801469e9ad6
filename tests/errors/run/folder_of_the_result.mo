// simulate: --output no/such/folder/result.csv
model FolderOfTheResult
  Real x = time;
end FolderOfTheResult;
// error[E0707]@0: cannot write 'no/such/folder/result.csv'
