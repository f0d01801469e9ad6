model RowsOfUnlikeLength
  parameter Real a[:, :] = [1, 2; 3];  // error[E0302]: the parts of '[ ]' do not fit together: the sizes of the arrays differ
end RowsOfUnlikeLength;
