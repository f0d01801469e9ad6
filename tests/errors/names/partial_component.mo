partial model Source
  Real y;
end Source;
model M
  Source s;  // error[E0214]@10: the component 's' has the partial class 'Source'
end M;
