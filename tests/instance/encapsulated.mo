// Encapsulated stops the walk outward, except for predefined names: 5.3.1, 5.3.3.
// Expected: x = 9.81*sin(time) + abs(time); without the import: error, K not found
package K
  constant Real g = 9.81;
end K;
encapsulated package E
  import K;
  model A
    Real x = K.g*sin(time) + abs(time);
  end A;
end E;
model Encapsulated
  extends E.A;
end Encapsulated;

/* instance
model Encapsulated
Real x = 9.81*sin(time) + abs(time);
equation
end Encapsulated;
*/
