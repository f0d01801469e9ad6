model ArrayOfUnlikeElements
  Real x[2] = {time, true};  // error[E0301]: the elements of an array must have one type, here 'Real' and 'Boolean'
end ArrayOfUnlikeElements;
