model M
  import A.;
end M;
