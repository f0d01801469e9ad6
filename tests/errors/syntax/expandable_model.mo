expandable model M  // error[E0101]@12: only a connector can be 'expandable'
end M;
