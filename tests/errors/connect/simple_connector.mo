// check: --strict
model M
  connector Node
    Real x;
  end Node;
  Node n(x = 1);  // error[E0410]: the connector 'n' has neither flow variables nor inputs and outputs
end M;
