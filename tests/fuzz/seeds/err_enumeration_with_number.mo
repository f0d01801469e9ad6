type E = enumeration(a, 1, c);
