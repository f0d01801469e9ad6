model Mtring s = "bì'ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿreplaceableect; M;
connealgorithmct;‘›š” M
 L
 connect; M;
conneÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ;‘›š” M
 L
 connect; M;
cÿÿÿÿÿÿÿÿÿÿÿÿ7end a
b";
// c
end M;
