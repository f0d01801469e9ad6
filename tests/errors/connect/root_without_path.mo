// Connections.uniqueRootIndices needs a path from a root to each node.
model RootWithoutPath  // error[E0405]: no path leads from one of the roots to 'load.node', as 'Connections.uniqueRootIndices' asks for
  type Node
    extends Real;
    function equalityConstraint
      input Node a;
      input Node b;
      output Real residue[0];
    end equalityConstraint;
  end Node;
  connector Port
    Real v;
    flow Real i;
    Node node;
  end Port;
  Port source[1];
  Port load;
  Integer k[1];
equation
  Connections.uniqueRoot(source.node);
  Connections.root(load.node);
  k = Connections.uniqueRootIndices(source.node, load.node);
end RootWithoutPath;
