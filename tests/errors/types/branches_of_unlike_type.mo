model BranchesOfUnlikeType
  String s = if time > 1 then "late" else 0;  // error[E0301]: the branches of the if-expression have the types 'String' and 'Integer'
end BranchesOfUnlikeType;
