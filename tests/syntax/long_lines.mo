model LongLines "What does not fit on a line of 100 columns"
parameter Real shortName=1 "short";
parameter Modelica.Units.SI.Temperature aParameterWithALongName(start=293.15,min=0,nominal=300)=293.15 "temperature of the surroundings";
Real table[:,:]=[0,0;1,1;2,4;3,9;4,16;5,25;6,36;7,49;8,64;9,81;10,100;11,121;12,144;13,169;14,196];
Real list[:]={0.001,0.002,0.003,0.004,0.005,0.006,0.007,0.008,0.009,0.010,0.011,0.012,0.013,0.014,0.015,0.016};
Component component(redeclare package Medium=SomePackage.SomeMedium.SomeVariant,parameterNumberOne=1,parameterNumberTwo=2) annotation(Placement(transformation(extent={{-10,-10},{10,10}},rotation=90,origin={-30,0})));
equation
aVariableWithALongName=anotherVariableWithALongName*(firstTermOfTheSum+secondTermOfTheSum)+yetAnotherVariable-theLastVariable/2;
condition=firstCondition and secondCondition or thirdCondition and not fourthCondition or fifthCondition>1;
y=if firstCondition then someFunction(firstArgument,secondArgument) elseif secondCondition then otherValue else defaultValue;
assert(condition,"A message that is so long that it does not fit behind the condition it belongs to, really");
annotation(Documentation(info="<html>
<p>text</p>
</html>"),experiment(StopTime=1));
end LongLines;
