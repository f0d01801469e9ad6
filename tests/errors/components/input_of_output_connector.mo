// 4.4.2.2: a component cannot be an input by its declaration and an output by its class.
model InputOfOutputConnector
  connector RealOutput = output Real;
  connector RealInput = input Real;
  input RealOutput x; // error[E0227]@20: 'x' cannot be declared 'input': its class 'RealOutput' is 'output'
  output RealInput y = 1; // error[E0227]@20: 'y' cannot be declared 'output': its class 'RealInput' is 'input'
  connector Turned = input RealOutput; // error[E0227]@28: 'Turned' cannot be 'input'
  Turned z;
end InputOfOutputConnector;
