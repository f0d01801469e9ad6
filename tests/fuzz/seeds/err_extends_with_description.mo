model M
  extends A "base";
end M;
