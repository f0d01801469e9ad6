// 4.6: the external interface is an enhancement of functions alone.
model ExternalInModel
  Real x = 1;
  external "C"; // error[E0229]@3: the model 'ExternalInModel' cannot contain an external declaration
end ExternalInModel;
