// EMEP: ozone chemistry of the lower atmosphere over four and a half days, 66 species [MI03, II-10].
// The reactions and their coefficients follow the mechanism of the source; the coefficients keep its
// numbers. Light changes at 4 h and 20 h, humidity is reset at midnight. The end is an instant of
// change, too: the values printed for OP and OD, which follow the light within a millisecond, are not
// compared, as in the source.
// run: --method radau5 --tolerance 1e-10
// reference: NO = 0.2564580511140732e8
// reference: NO2 = 0.5146134770952715e11
// reference: SO2 = 0.2315679957701715e12
// reference: CO = 0.1130936599472892e14
// reference: CH4 = 0.3459285326034955e14
// reference: C2H6 = 0.1027236550974901e12
// reference: NC4H10 = 0.8508735586836855e11
// reference: C2H4 = 0.4131285674624012e10
// reference: C3H6 = 0.1270937854717943e10
// reference: OXYL = 0.5632880890404914e10
// reference: HCHO = 0.8263821552730888e11
// reference: CH3CHO = 0.3293552658908353e11
// reference: MEK = 0.1054058186206315e12
// reference: O3 = 0.3150308585365321e13
// reference: HO2 = 0.2488383936633755e8
// reference: HNO3 = 0.1097565615411556e11
// reference: H2O2 = 0.1365196557629180e11
// reference: H2 = 0.3852048230503094e12
// reference: CH3O2 = 0.1137462721600089e9
// reference: C2H5OH = 0.2850982205905218e11
// reference: SA = 0.3786933619791445e12
// reference: CH3O2H = 0.3832384333863027e10
// reference: C2H5O2 = 0.4804939902203071e7
// reference: CH3COO = 0.3390546081092960e8
// reference: PAN = 0.3494452929972591e11
// reference: SECC4H = 0.1490576370801779e8
// reference: MEKO2 = 0.1000567871868853e8
// reference: R2OOH = 0.1856753061984312e10
// reference: ETRO2 = 0.2272206156875160e7
// reference: MGLYOX = 0.5168375883757783e10
// reference: PRRO2 = 0.2317595952406701e7
// reference: GLYOX = 0.3035139656996921e10
// reference: OXYO2 = 0.5928979479102226e7
// reference: MAL = 0.2515297290687841e10
// reference: MALO2 = 0.4569678276203798e7
// reference: OH = 0.4063589349848112e5
// reference: NO3 = 0.5577590724412284e9
// reference: N2O5 = 0.7684596616753747e9
// reference: ISOPRE = 0.5338491777959816e10
// reference: NITRAT = 0.6048604025328409e12
// reference: ISRO2 = 0.4222237216819787e8
// reference: MVK = 0.3681852767009784e10
// reference: MVKO2 = 0.5835731567978018e7
// reference: CH3OH = 0.1456507159081862e10
// reference: RCO3H = 0.8862868684014137e10
// reference: OXYO2H = 0.9338753312528582e9
// reference: BURO2H = 0.3595753586682656e10
// reference: ETRO2H = 0.4622427584057254e9
// reference: PRRO2H = 0.2395910064875511e9
// reference: MEKO2H = 0.6080936586253302e10
// reference: MALO2H = 0.7704108297342240e9
// reference: MACR = 0.3386220860753221e10
// reference: ISNI = 0.1838264387030593e10
// reference: ISRO2H = 0.1973252346091884e10
// reference: MARO2 = 0.1313403940892729e7
// reference: MAPAN = 0.1344471764571674e10
// reference: CH2CCH3 = 0.2568483117244701e7
// reference: ISONO3 = 0.1131854591900057e10
// reference: ISNIR = 0.4591537937818946e7
// reference: MVKO2H = 0.8609382282952802e9
// reference: CH2CHR = 0.3509560971283513e9
// reference: ISNO3H = 0.6682350971104786e9
// reference: ISNIRH = 0.3207356403011160e9
// reference: MARO2H = 0.1144987634882048e9
model Emep
  constant Real pi = 3.141592653589793;
  parameter Real T = 298 "temperature", M = 2.55e19 "molecules in a cubic centimetre", O2 = 5.2e18;
  parameter Real height = 1.2e5 "of the mixed layer";
  // Emissions of the mixed layer: nitrogen and sulphur oxides, carbon monoxide, hydrocarbons by share.
  parameter Real flux = 2.5e11/height;
  parameter Real mass = 1/(0.07689/30 + 0.41444/58 + 0.03642/28 + 0.03827/42 + 0.24537/106 + 0.13957/46);
  parameter Real E1 = flux, E3 = flux, E4 = 10*flux, E11 = 0.5*flux;
  parameter Real E6 = flux*mass*0.07689/30;
  parameter Real E7 = flux*mass*0.41444/58;
  parameter Real E8 = flux*mass*0.03642/28;
  parameter Real E9 = flux*mass*0.03827/42;
  parameter Real E10 = flux*mass*0.24537/106;
  parameter Real E13 = flux*mass*0.13957/46;
  // Rate coefficients.
  parameter Real k1 = 5.7e-34*(T/300)^(-2.8)*M*O2;
  parameter Real k5 = 9.6e-32*(T/300)^(-1.6)*M;
  parameter Real k7 = 2e-11*exp(100/T)*M;
  parameter Real k8 = 2.2e-10;
  parameter Real k11 = 1.8e-12*exp(-1370/T);
  parameter Real k12 = 1.2e-13*exp(-2450/T);
  parameter Real k13 = 1.9e-12*exp(-1000/T);
  parameter Real k14 = 1.4e-14*exp(-600/T);
  parameter Real k15 = 1.8e-11*exp(110/T);
  parameter Real k17 = 3.7e-12*exp(240/T);
  parameter Real k19 = 7.2e-14*exp(-1414/T);
  parameter Real k20 = 1.4e-12;
  parameter Real k21 = 1.4e-11;
  parameter Real k26 = 4.1e-16;
  parameter Real k29 = 7.1e+14*exp(-11080/T);
  parameter Real k30 = 4.8e-11*exp(250/T);
  parameter Real k31 = 2.9e-12*exp(-160/T);
  parameter Real k33 = 7.7e-12*exp(-2100/T);
  parameter Real k35 = 1e-14*exp(785/T);
  parameter Real k39 = 1.35e-12;
  parameter Real k40 = 4e-17;
  parameter Real k43 = 1e-4;
  parameter Real k59 = 3.9e-12*exp(-1885/T);
  parameter Real k60 = 4.2e-12*exp(180/T);
  parameter Real k61 = 5.5e-14*exp(365/T);
  parameter Real k62 = 5.5e-14*exp(365/T);
  parameter Real k63 = 3.3e-12*exp(-380/T);
  parameter Real k64 = 3.2e-12;
  parameter Real k65 = 3.8e-13*exp(780/T);
  parameter Real k66 = 9.6e-12;
  parameter Real k67 = 1e-12*exp(190/T);
  parameter Real k68 = 1.9e-12*exp(190/T);
  parameter Real k69 = 5.8e-16;
  parameter Real k70 = 2.4e-13;
  parameter Real k71 = 7.8e-12*exp(-1020/T);
  parameter Real k72 = 8.9e-12;
  parameter Real k74 = 6.5e-13*exp(650/T);
  parameter Real k75 = 5.6e-12*exp(310/T);
  parameter Real k76 = 5.8e-12*exp(190/T);
  parameter Real k77 = 1e-11;
  parameter Real k78 = 1.34e+16*exp(-13330/T);
  parameter Real k79 = 2e-11;
  parameter Real k80 = 1.1e-11;
  parameter Real k81 = 1.64e-11*exp(-559/T);
  parameter Real k85 = 1e-11;
  parameter Real k86 = 1.15e-12;
  parameter Real k87 = 4.8e-12;
  parameter Real k88 = 1.3e-13*exp(1040/T);
  parameter Real k89 = 3e-13*exp(1040/T);
  parameter Real k94 = 2.8e-12*exp(530/T);
  parameter Real k109 = 1.66e-12*exp(474/T);
  parameter Real k112 = 1.2e-14*exp(-2630/T);
  parameter Real k123 = 6.5e-15*exp(-1880/T);
  parameter Real k125 = 2.86e-11;
  parameter Real k146 = 3.2e-11;
  parameter Real k147 = 2e-11;
  parameter Real k148 = 2.2e-11;
  parameter Real k149 = 3.7e-11;
  parameter Real k150 = 1.23e-14*exp(-2013/T);
  parameter Real k151 = 2.54e-11*exp(410/T);
  parameter Real k153 = 4.13e-12*exp(452/T);
  parameter Real k156 = 2e-11;
  parameter Real k157 = 8e-18;
  parameter Real k158 = 1.86e-11*exp(175/T);
  parameter Real k160 = 4.32e-15*exp(-2016/T);
  parameter Real k161 = 3.35e-11;
  parameter Real k163 = 7.8e-13;
  parameter Real k219 = 2e-11;
  parameter Real k221 = 1.1e-11;
  parameter Real k222 = 1.7e-11;
  parameter Real k223 = 2.4e-11;
  parameter Real k234 = 1.37e-11;
  parameter Real k235 = 1.7e-11;
  // Photolysis: a*exp(-b*secant) by day.
  discrete Real midnight(start = 0, fixed = true) "the last one";
  discrete Boolean light(start = true, fixed = true);
  Real clock = time - midnight "seconds of the day";
  Real secant = 1/(cos((1 + clock/43200)*pi)*cos(50*pi/180)*cos(23.5*pi/180)
    + sin(50*pi/180)*sin(23.5*pi/180)) "of the zenith angle of the sun";
  Real humidity = 66.5 + 23*sin(2.43 - 7.93e-5*clock);
  Real H2O = 6.1078*exp(-(597.3 - 0.57*(T - 273.16))*18/1.986*(1/T - 1/273.16))*10/(1.38e-16*T)
    *humidity;
  Real k36 = (2.3e-13*exp(600/T) + M*1.7e-33*exp(1000/T))*(1 + 1.4e-21*H2O*exp(2200/T));
  Real calm = if light then 1 else 0.25 "deposition is slower at night";
  Real k47 = 0.5*calm/height;
  Real k48 = 0.2*calm/height;
  Real k51 = 0.1*calm/height;
  Real k53 = 0.3*calm/height;
  Real j1 = if light then 0.00123*exp(-0.6*secant) else 1e-40;
  Real j2 = if light then 0.0002*exp(-1.4*secant) else 1e-40;
  Real j3 = if light then 0.0145*exp(-0.4*secant) else 1e-40;
  Real j4 = if light then 2.2e-05*exp(-0.75*secant) else 1e-40;
  Real j5 = if light then 3e-06*exp(-1.25*secant) else 1e-40;
  Real j6 = if light then 5.4e-05*exp(-0.79*secant) else 1e-40;
  Real j7 = if light then 6.65e-05*exp(-0.6*secant) else 1e-40;
  Real j8 = if light then 1.35e-05*exp(-0.94*secant) else 1e-40;
  Real j9 = if light then 2.43e-05*exp(-0.88*secant) else 1e-40;
  Real j11 = if light then 0.000216*exp(-0.79*secant) else 1e-40;
  Real j13 = if light then 0.0353*exp(-0.081*secant) else 1e-40;
  Real j14 = if light then 0.0894*exp(-0.059*secant) else 1e-40;
  Real j15 = if light then 3.32e-05*exp(-0.57*secant) else 1e-40;
  Real j16 = if light then 2.27e-05*exp(-0.62*secant) else 1e-40;
  // Species, molecules in a cubic centimetre.
  Real NO(start = 1e+09, fixed = true, nominal = 1e4);
  Real NO2(start = 5e+09, fixed = true, nominal = 1e4);
  Real SO2(start = 5e+09, fixed = true, nominal = 1e4);
  Real CO(start = 3.8e+12, fixed = true, nominal = 1e4);
  Real CH4(start = 3.5e+13, fixed = true, nominal = 1e4);
  Real C2H6(start = 1e+07, fixed = true, nominal = 1e4);
  Real NC4H10(start = 1e+07, fixed = true, nominal = 1e4);
  Real C2H4(start = 1e+07, fixed = true, nominal = 1e4);
  Real C3H6(start = 1e+07, fixed = true, nominal = 1e4);
  Real OXYL(start = 1e+07, fixed = true, nominal = 1e4);
  Real HCHO(start = 1e+07, fixed = true, nominal = 1e4);
  Real CH3CHO(start = 1e+07, fixed = true, nominal = 1e4);
  Real MEK(start = 1e+07, fixed = true, nominal = 1e4);
  Real O3(start = 5e+11, fixed = true, nominal = 1e4);
  Real HO2(start = 100, fixed = true, nominal = 1e4);
  Real HNO3(start = 100, fixed = true, nominal = 1e4);
  Real H2O2(start = 100, fixed = true, nominal = 1e4);
  Real H2(start = 100, fixed = true, nominal = 1e4);
  Real CH3O2(start = 100, fixed = true, nominal = 1e4);
  Real C2H5OH(start = 100, fixed = true, nominal = 1e4);
  Real SA(start = 100, fixed = true, nominal = 1e4);
  Real CH3O2H(start = 100, fixed = true, nominal = 1e4);
  Real C2H5O2(start = 100, fixed = true, nominal = 1e4);
  Real CH3COO(start = 100, fixed = true, nominal = 1e4);
  Real PAN(start = 100, fixed = true, nominal = 1e4);
  Real SECC4H(start = 100, fixed = true, nominal = 1e4);
  Real MEKO2(start = 100, fixed = true, nominal = 1e4);
  Real R2OOH(start = 100, fixed = true, nominal = 1e4);
  Real ETRO2(start = 100, fixed = true, nominal = 1e4);
  Real MGLYOX(start = 100, fixed = true, nominal = 1e4);
  Real PRRO2(start = 100, fixed = true, nominal = 1e4);
  Real GLYOX(start = 100, fixed = true, nominal = 1e4);
  Real OXYO2(start = 100, fixed = true, nominal = 1e4);
  Real MAL(start = 100, fixed = true, nominal = 1e4);
  Real MALO2(start = 100, fixed = true, nominal = 1e4);
  Real OP(start = 100, fixed = true, nominal = 1e4);
  Real OH(start = 100, fixed = true, nominal = 1e4);
  Real OD(start = 0.001, fixed = true, nominal = 1e4);
  Real NO3(start = 100, fixed = true, nominal = 1e4);
  Real N2O5(start = 100, fixed = true, nominal = 1e4);
  Real ISOPRE(start = 100, fixed = true, nominal = 1e4);
  Real NITRAT(start = 100, fixed = true, nominal = 1e4);
  Real ISRO2(start = 100, fixed = true, nominal = 1e4);
  Real MVK(start = 100, fixed = true, nominal = 1e4);
  Real MVKO2(start = 100, fixed = true, nominal = 1e4);
  Real CH3OH(start = 100, fixed = true, nominal = 1e4);
  Real RCO3H(start = 100, fixed = true, nominal = 1e4);
  Real OXYO2H(start = 100, fixed = true, nominal = 1e4);
  Real BURO2H(start = 100, fixed = true, nominal = 1e4);
  Real ETRO2H(start = 100, fixed = true, nominal = 1e4);
  Real PRRO2H(start = 100, fixed = true, nominal = 1e4);
  Real MEKO2H(start = 100, fixed = true, nominal = 1e4);
  Real MALO2H(start = 100, fixed = true, nominal = 1e4);
  Real MACR(start = 100, fixed = true, nominal = 1e4);
  Real ISNI(start = 100, fixed = true, nominal = 1e4);
  Real ISRO2H(start = 100, fixed = true, nominal = 1e4);
  Real MARO2(start = 100, fixed = true, nominal = 1e4);
  Real MAPAN(start = 100, fixed = true, nominal = 1e4);
  Real CH2CCH3(start = 100, fixed = true, nominal = 1e4);
  Real ISONO3(start = 100, fixed = true, nominal = 1e4);
  Real ISNIR(start = 100, fixed = true, nominal = 1e4);
  Real MVKO2H(start = 100, fixed = true, nominal = 1e4);
  Real CH2CHR(start = 100, fixed = true, nominal = 1e4);
  Real ISNO3H(start = 100, fixed = true, nominal = 1e4);
  Real ISNIRH(start = 100, fixed = true, nominal = 1e4);
  Real MARO2H(start = 100, fixed = true, nominal = 1e4);
  // Rates of the reactions, named by coefficient and reactants.
  Real p1_O3 = j1*O3;
  Real p2_O3 = j2*O3;
  Real p3_NO2 = j3*NO2;
  Real p4_H2O2 = j4*H2O2;
  Real p5_HNO3 = j5*HNO3;
  Real p6_HCHO = j6*HCHO;
  Real p7_GLYOX = j7*GLYOX;
  Real p7_HCHO = j7*HCHO;
  Real p8_CH3CHO = j8*CH3CHO;
  Real p9_MEK = j9*MEK;
  Real p11_MGLYOX = j11*MGLYOX;
  Real p13_NO3 = j13*NO3;
  Real p14_NO3 = j14*NO3;
  Real p15_N2O5 = j15*N2O5;
  Real p16_BURO2H = j16*BURO2H;
  Real p16_CH2CCH3 = j16*CH2CCH3;
  Real p16_CH3O2H = j16*CH3O2H;
  Real p16_ETRO2H = j16*ETRO2H;
  Real p16_MALO2H = j16*MALO2H;
  Real p16_MEKO2H = j16*MEKO2H;
  Real p16_OXYO2H = j16*OXYO2H;
  Real p16_PRRO2H = j16*PRRO2H;
  Real p16_R2OOH = j16*R2OOH;
  Real p16_RCO3H = j16*RCO3H;
  Real r1_OP = k1*OP;
  Real r5_NO_OP = k5*NO*OP;
  Real r7_OD = k7*OD;
  Real r8_OD_H2O = k8*H2O*OD;
  Real r11_NO_O3 = k11*NO*O3;
  Real r12_NO2_O3 = k12*NO2*O3;
  Real r13_O3_OH = k13*O3*OH;
  Real r14_O3_HO2 = k14*O3*HO2;
  Real r15_NO_NO3 = k15*NO*NO3;
  Real r17_NO_HO2 = k17*NO*HO2;
  Real r19_NO2_NO3 = k19*NO2*NO3;
  Real r20_NO2_NO3 = k20*NO2*NO3;
  Real r21_NO2_OH = k21*NO2*OH;
  Real r26_H2O2_NO3 = k26*H2O2*NO3;
  Real r29_N2O5 = k29*N2O5;
  Real r30_HO2_OH = k30*HO2*OH;
  Real r31_H2O2_OH = k31*H2O2*OH;
  Real r33_H2_OH = k33*H2*OH;
  Real r35_HNO3_OH = k35*HNO3*OH;
  Real r36_HO2_HO2 = k36*HO2*HO2;
  Real r39_SO2_OH = k39*SO2*OH;
  Real r40_SO2_CH3O2 = k40*SO2*CH3O2;
  Real r43_CH3O2H = k43*CH3O2H;
  Real r43_H2O2 = k43*H2O2;
  Real r43_HNO3 = k43*HNO3;
  Real r43_N2O5 = k43*N2O5;
  Real r47_BURO2H = k47*BURO2H;
  Real r47_CH2CHR = k47*CH2CHR;
  Real r47_ETRO2H = k47*ETRO2H;
  Real r47_H2O2 = k47*H2O2;
  Real r47_ISNIRH = k47*ISNIRH;
  Real r47_ISNO3H = k47*ISNO3H;
  Real r47_ISRO2H = k47*ISRO2H;
  Real r47_MALO2H = k47*MALO2H;
  Real r47_MARO2H = k47*MARO2H;
  Real r47_MEKO2H = k47*MEKO2H;
  Real r47_MVKO2H = k47*MVKO2H;
  Real r47_O3 = k47*O3;
  Real r47_OXYO2H = k47*OXYO2H;
  Real r47_PRRO2H = k47*PRRO2H;
  Real r47_R2OOH = k47*R2OOH;
  Real r47_RCO3H = k47*RCO3H;
  Real r47_SO2 = k47*SO2;
  Real r48_MAPAN = k48*MAPAN;
  Real r48_NO2 = k48*NO2;
  Real r48_PAN = k48*PAN;
  Real r51_NITRAT = k51*NITRAT;
  Real r51_SA = k51*SA;
  Real r53_CH3CHO = k53*CH3CHO;
  Real r53_HCHO = k53*HCHO;
  Real r53_MEK = k53*MEK;
  Real r59_CH4_OH = k59*CH4*OH;
  Real r60_NO_CH2CCH3 = k60*NO*CH2CCH3;
  Real r60_NO_CH3O2 = k60*NO*CH3O2;
  Real r60_NO_ETRO2 = k60*NO*ETRO2;
  Real r60_NO_ISNIR = k60*NO*ISNIR;
  Real r60_NO_ISONO3 = k60*NO*ISONO3;
  Real r60_NO_ISRO2 = k60*NO*ISRO2;
  Real r60_NO_MALO2 = k60*NO*MALO2;
  Real r60_NO_MEKO2 = k60*NO*MEKO2;
  Real r60_NO_MVKO2 = k60*NO*MVKO2;
  Real r60_NO_OXYO2 = k60*NO*OXYO2;
  Real r60_NO_PRRO2 = k60*NO*PRRO2;
  Real r60_NO_SECC4H = k60*NO*SECC4H;
  Real r61_CH3O2_CH3O2 = k61*CH3O2*CH3O2;
  Real r62_CH3O2_CH3O2 = k62*CH3O2*CH3O2;
  Real r63_OH_CH3OH = k63*OH*CH3OH;
  Real r64_C2H5OH_OH = k64*C2H5OH*OH;
  Real r65_HO2_CH3O2 = k65*HO2*CH3O2;
  Real r66_HCHO_OH = k66*HCHO*OH;
  Real r67_CH3O2H_OH = k67*CH3O2H*OH;
  Real r68_CH3O2H_OH = k68*CH3O2H*OH;
  Real r68_OH_BURO2H = k68*OH*BURO2H;
  Real r68_OH_ETRO2H = k68*OH*ETRO2H;
  Real r68_OH_PRRO2H = k68*OH*PRRO2H;
  Real r68_OH_RCO3H = k68*OH*RCO3H;
  Real r68_R2OOH_OH = k68*R2OOH*OH;
  Real r69_HCHO_NO3 = k69*HCHO*NO3;
  Real r70_CO_OH = k70*CO*OH;
  Real r71_C2H6_OH = k71*C2H6*OH;
  Real r72_NO_C2H5O2 = k72*NO*C2H5O2;
  Real r74_HO2_C2H5O2 = k74*HO2*C2H5O2;
  Real r75_CH3CHO_OH = k75*CH3CHO*OH;
  Real r76_OH_BURO2H = k76*OH*BURO2H;
  Real r76_OH_ETRO2H = k76*OH*ETRO2H;
  Real r76_OH_PRRO2H = k76*OH*PRRO2H;
  Real r76_R2OOH_OH = k76*R2OOH*OH;
  Real r77_NO2_CH3COO = k77*NO2*CH3COO;
  Real r77_NO2_MARO2 = k77*NO2*MARO2;
  Real r78_MAPAN = k78*MAPAN;
  Real r78_PAN = k78*PAN;
  Real r79_NO_CH3COO = k79*NO*CH3COO;
  Real r79_NO_MARO2 = k79*NO*MARO2;
  Real r80_CH3O2_CH3COO = k80*CH3O2*CH3COO;
  Real r81_NC4H10_OH = k81*NC4H10*OH;
  Real r85_HO2_CH2CCH3 = k85*HO2*CH2CCH3;
  Real r85_HO2_ETRO2 = k85*HO2*ETRO2;
  Real r85_HO2_ISNIR = k85*HO2*ISNIR;
  Real r85_HO2_ISONO3 = k85*HO2*ISONO3;
  Real r85_HO2_ISRO2 = k85*HO2*ISRO2;
  Real r85_HO2_MALO2 = k85*HO2*MALO2;
  Real r85_HO2_MARO2 = k85*HO2*MARO2;
  Real r85_HO2_MEKO2 = k85*HO2*MEKO2;
  Real r85_HO2_MVKO2 = k85*HO2*MVKO2;
  Real r85_HO2_OXYO2 = k85*HO2*OXYO2;
  Real r85_HO2_PRRO2 = k85*HO2*PRRO2;
  Real r85_HO2_SECC4H = k85*HO2*SECC4H;
  Real r86_MEK_OH = k86*MEK*OH;
  Real r87_OH_MEKO2H = k87*OH*MEKO2H;
  Real r88_HO2_CH3COO = k88*HO2*CH3COO;
  Real r89_HO2_CH3COO = k89*HO2*CH3COO;
  Real r94_CH3COO_CH3COO = k94*CH3COO*CH3COO;
  Real r109_C2H4_OH = k109*C2H4*OH;
  Real r112_C2H4_O3 = k112*C2H4*O3;
  Real r123_C3H6_O3 = k123*C3H6*O3;
  Real r125_C3H6_OH = k125*C3H6*OH;
  Real r146_OH_CH2CHR = k146*OH*CH2CHR;
  Real r147_OH_ISNO3H = k147*OH*ISNO3H;
  Real r148_OH_MVKO2H = k148*OH*MVKO2H;
  Real r149_OH_ISNIRH = k149*OH*ISNIRH;
  Real r149_OH_MARO2H = k149*OH*MARO2H;
  Real r150_O3_ISOPRE = k150*O3*ISOPRE;
  Real r151_OH_ISOPRE = k151*OH*ISOPRE;
  Real r153_OH_MVK = k153*OH*MVK;
  Real r156_OH_ISRO2H = k156*OH*ISRO2H;
  Real r157_O3_ISRO2H = k157*O3*ISRO2H;
  Real r158_OH_MACR = k158*OH*MACR;
  Real r160_O3_MVK = k160*O3*MVK;
  Real r161_OH_ISNI = k161*OH*ISNI;
  Real r163_NO3_ISOPRE = k163*NO3*ISOPRE;
  Real r219_MAL_OH = k219*MAL*OH;
  Real r221_GLYOX_OH = k221*GLYOX*OH;
  Real r222_MGLYOX_OH = k222*MGLYOX*OH;
  Real r223_OH_MALO2H = k223*OH*MALO2H;
  Real r234_OXYL_OH = k234*OXYL*OH;
  Real r235_OH_OXYO2H = k235*OH*OXYO2H;
equation
  when sample(86400, 86400) then
    midnight = time;
  end when;
  when sample(72000, 86400) then
    light = false;
  elsewhen sample(100800, 86400) then
    light = true;
  end when;
  der(NO) = E1 + p3_NO2 + p13_NO3 + r19_NO2_NO3 - r72_NO_C2H5O2 - r60_NO_CH2CCH3 - r79_NO_CH3COO -
    r60_NO_CH3O2 - r60_NO_ETRO2 - r17_NO_HO2 - r60_NO_ISNIR - r60_NO_ISONO3 - r60_NO_ISRO2 - r60_NO_MALO2 -
    r79_NO_MARO2 - r60_NO_MEKO2 - r60_NO_MVKO2 - r15_NO_NO3 - r11_NO_O3 - r5_NO_OP - r60_NO_OXYO2 -
    r60_NO_PRRO2 - r60_NO_SECC4H;
  der(NO2) = p5_HNO3 + r78_MAPAN + p15_N2O5 + r29_N2O5 + p14_NO3 + r78_PAN + r72_NO_C2H5O2 + r60_NO_CH2CCH3 +
    r79_NO_CH3COO + r60_NO_CH3O2 + r60_NO_ETRO2 + r17_NO_HO2 + r60_NO_MALO2 + r79_NO_MARO2 + r60_NO_MEKO2 +
    r11_NO_O3 + r5_NO_OP + r60_NO_OXYO2 + r60_NO_PRRO2 + r60_NO_SECC4H + 2*r15_NO_NO3 + 1.1*r60_NO_ISONO3 +
    1.9*r60_NO_ISNIR + 0.95*r60_NO_MVKO2 + 0.86*r60_NO_ISRO2 - p3_NO2 - r48_NO2 - r77_NO2_CH3COO -
    r77_NO2_MARO2 - r20_NO2_NO3 - r12_NO2_O3 - r21_NO2_OH;
  der(SO2) = E3 - r47_SO2 - r40_SO2_CH3O2 - r39_SO2_OH;
  der(CO) = E4 + p8_CH3CHO + p6_HCHO + p7_HCHO + p11_MGLYOX + 2*p7_GLYOX + r69_HCHO_NO3 + r66_HCHO_OH +
    r222_MGLYOX_OH + 2*r221_GLYOX_OH + 0.05*r150_O3_ISOPRE + 0.05*r160_O3_MVK + 0.4*r123_C3H6_O3 +
    0.44*r112_C2H4_O3 - r70_CO_OH;
  der(CH4) = 0.07*r123_C3H6_O3 - r59_CH4_OH;
  der(C2H6) = E6 - r71_C2H6_OH;
  der(NC4H10) = E7 - r81_NC4H10_OH;
  der(C2H4) = E8 - r112_C2H4_O3 - r109_C2H4_OH;
  der(C3H6) = E9 + 0.07*r150_O3_ISOPRE - r123_C3H6_O3 - r125_C3H6_OH;
  der(OXYL) = E10 - r234_OXYL_OH;
  der(HCHO) = p16_CH3O2H + p16_PRRO2H + r62_CH3O2_CH3O2 + 2*p7_GLYOX + 2*r61_CH3O2_CH3O2 + 1.56*p16_ETRO2H +
    r112_C2H4_O3 + r80_CH3O2_CH3COO + r60_NO_CH3O2 + r40_SO2_CH3O2 + r67_CH3O2H_OH + r63_OH_CH3OH +
    r60_NO_PRRO2 + 0.5*r123_C3H6_O3 + 2*r60_NO_ETRO2 + 0.15*r60_NO_ISONO3 + 0.8*r150_O3_ISOPRE +
    0.8*r160_O3_MVK + 0.7*r157_O3_ISRO2H + 0.74*r60_NO_ISRO2 + 0.266*r60_NO_MVKO2 - p6_HCHO - p7_HCHO -
    r53_HCHO - r69_HCHO_NO3 - r66_HCHO_OH;
  der(CH3CHO) = p16_MEKO2H + p16_PRRO2H + p16_R2OOH + 0.35*p16_BURO2H + 0.22*p16_ETRO2H + r72_NO_C2H5O2 +
    r64_C2H5OH_OH + r76_OH_ETRO2H + r60_NO_MEKO2 + r60_NO_PRRO2 + r76_R2OOH_OH + 0.5*r123_C3H6_O3 +
    0.04*r160_O3_MVK + 0.35*r60_NO_SECC4H + 0.95*r60_NO_ISNIR + 0.684*r60_NO_MVKO2 - p8_CH3CHO - r53_CH3CHO -
    r75_CH3CHO_OH;
  der(MEK) = p16_CH2CCH3 + 0.65*p16_BURO2H + r76_OH_BURO2H + r60_NO_CH2CCH3 + r76_OH_PRRO2H +
    0.65*r60_NO_SECC4H + 0.95*r60_NO_ISNIR - p9_MEK - r53_MEK - r86_MEK_OH;
  der(O3) = r1_OP + r89_HO2_CH3COO - p1_O3 - p2_O3 - r47_O3 - r112_C2H4_O3 - r123_C3H6_O3 - r14_O3_HO2 -
    r150_O3_ISOPRE - r157_O3_ISRO2H - r160_O3_MVK - r11_NO_O3 - r12_NO2_O3 - r13_O3_OH;
  der(HO2) = p8_CH3CHO + p16_CH3O2H + p16_ETRO2H + p16_MALO2H + p11_MGLYOX + p16_OXYO2H + p16_PRRO2H +
    p16_R2OOH + 2*p6_HCHO + 2*r61_CH3O2_CH3O2 + 0.65*p16_BURO2H + r72_NO_C2H5O2 + r64_C2H5OH_OH +
    r60_NO_CH2CCH3 + r60_NO_CH3O2 + r40_SO2_CH3O2 + r63_OH_CH3OH + r70_CO_OH + r60_NO_ETRO2 + r221_GLYOX_OH +
    r33_H2_OH + r26_H2O2_NO3 + r31_H2O2_OH + r69_HCHO_NO3 + r66_HCHO_OH + r60_NO_MALO2 + r60_NO_OXYO2 +
    r60_NO_PRRO2 + r13_O3_OH + r39_SO2_OH + 0.5*r80_CH3O2_CH3COO + 0.05*r60_NO_ISNIR + 0.12*r112_C2H4_O3 +
    0.06*r150_O3_ISOPRE + 0.06*r160_O3_MVK + 0.8*r60_NO_ISONO3 + 0.28*r123_C3H6_O3 + 0.65*r60_NO_SECC4H +
    0.95*r60_NO_MVKO2 + 0.78*r60_NO_ISRO2 - 2*r36_HO2_HO2 - r74_HO2_C2H5O2 - r85_HO2_CH2CCH3 - r88_HO2_CH3COO
    - r89_HO2_CH3COO - r65_HO2_CH3O2 - r85_HO2_ETRO2 - r85_HO2_ISNIR - r85_HO2_ISONO3 - r85_HO2_ISRO2 -
    r85_HO2_MALO2 - r85_HO2_MARO2 - r85_HO2_MEKO2 - r85_HO2_MVKO2 - r17_NO_HO2 - r14_O3_HO2 - r30_HO2_OH -
    r85_HO2_OXYO2 - r85_HO2_PRRO2 - r85_HO2_SECC4H;
  der(HNO3) = r26_H2O2_NO3 + r69_HCHO_NO3 + r21_NO2_OH - p5_HNO3 - r43_HNO3 - r35_HNO3_OH;
  der(H2O2) = r36_HO2_HO2 - p4_H2O2 - r43_H2O2 - r47_H2O2 - r26_H2O2_NO3 - r31_H2O2_OH;
  der(H2) = p7_HCHO + 0.07*r123_C3H6_O3 + 0.13*r112_C2H4_O3 - r33_H2_OH;
  der(CH3O2) = p8_CH3CHO + p16_RCO3H + 2*r94_CH3COO_CH3COO + r79_NO_CH3COO + r68_CH3O2H_OH + r59_CH4_OH +
    0.31*r123_C3H6_O3 - 2*r61_CH3O2_CH3O2 - 2*r62_CH3O2_CH3O2 - r65_HO2_CH3O2 - r60_NO_CH3O2 - r40_SO2_CH3O2 -
    0.5*r80_CH3O2_CH3COO;
  der(C2H5OH) = E13 - r64_C2H5OH_OH;
  der(SA) = 0.05*E3 + r40_SO2_CH3O2 + r39_SO2_OH - r51_SA;
  der(CH3O2H) = r65_HO2_CH3O2 - p16_CH3O2H - r43_CH3O2H - r67_CH3O2H_OH - r68_CH3O2H_OH;
  der(C2H5O2) = p9_MEK + 0.35*p16_BURO2H + r71_C2H6_OH + r68_R2OOH_OH + 0.35*r60_NO_SECC4H - r74_HO2_C2H5O2 -
    r72_NO_C2H5O2;
  der(CH3COO) = p9_MEK + p16_MEKO2H + p11_MGLYOX + r78_PAN + r75_CH3CHO_OH + r60_NO_MEKO2 + r222_MGLYOX_OH +
    r68_OH_RCO3H + 0.684*r60_NO_MVKO2 - 2*r94_CH3COO_CH3COO - r80_CH3O2_CH3COO - r88_HO2_CH3COO -
    r89_HO2_CH3COO - r79_NO_CH3COO - r77_NO2_CH3COO;
  der(PAN) = r77_NO2_CH3COO - r48_PAN - r78_PAN;
  der(SECC4H) = r68_OH_BURO2H + r81_NC4H10_OH - r85_HO2_SECC4H - r60_NO_SECC4H;
  der(MEKO2) = r86_MEK_OH + r87_OH_MEKO2H - r85_HO2_MEKO2 - r60_NO_MEKO2;
  der(R2OOH) = r74_HO2_C2H5O2 - p16_R2OOH - r47_R2OOH - r68_R2OOH_OH - r76_R2OOH_OH;
  der(ETRO2) = r109_C2H4_OH + r68_OH_ETRO2H - r85_HO2_ETRO2 - r60_NO_ETRO2;
  der(MGLYOX) = p16_MALO2H + p16_OXYO2H + r60_NO_MALO2 + r60_NO_OXYO2 + 0.82*r160_O3_MVK + 0.266*r60_NO_MVKO2
    - p11_MGLYOX - r222_MGLYOX_OH;
  der(PRRO2) = r125_C3H6_OH + r68_OH_PRRO2H - r85_HO2_PRRO2 - r60_NO_PRRO2;
  der(GLYOX) = p16_MALO2H + r60_NO_MALO2 - 2*p7_GLYOX - r221_GLYOX_OH;
  der(OXYO2) = r234_OXYL_OH + r235_OH_OXYO2H - r85_HO2_OXYO2 - r60_NO_OXYO2;
  der(MAL) = p16_OXYO2H + r60_NO_OXYO2 - r219_MAL_OH;
  der(MALO2) = r219_MAL_OH + r223_OH_MALO2H - r85_HO2_MALO2 - r60_NO_MALO2;
  der(OP) = p3_NO2 + p14_NO3 + p1_O3 + r7_OD + 0.2*r160_O3_MVK + 0.3*r150_O3_ISOPRE - r1_OP - r5_NO_OP;
  der(OH) = p16_BURO2H + p16_CH3O2H + p16_ETRO2H + p5_HNO3 + p16_MALO2H + p16_MEKO2H + p16_OXYO2H + p16_R2OOH
    + p16_RCO3H + 2*p4_H2O2 + r17_NO_HO2 + r14_O3_HO2 + 2*r8_OD_H2O + 0.08*r160_O3_MVK + 0.15*r123_C3H6_O3 +
    0.55*r150_O3_ISOPRE - r68_OH_BURO2H - r109_C2H4_OH - r64_C2H5OH_OH - r71_C2H6_OH - r125_C3H6_OH -
    r146_OH_CH2CHR - r75_CH3CHO_OH - r68_CH3O2H_OH - r63_OH_CH3OH - r59_CH4_OH - r70_CO_OH - r68_OH_ETRO2H -
    r221_GLYOX_OH - r33_H2_OH - r31_H2O2_OH - r66_HCHO_OH - r35_HNO3_OH - r30_HO2_OH - r161_OH_ISNI -
    r149_OH_ISNIRH - r147_OH_ISNO3H - r151_OH_ISOPRE - r158_OH_MACR - r219_MAL_OH - r223_OH_MALO2H -
    r149_OH_MARO2H - r86_MEK_OH - r87_OH_MEKO2H - r222_MGLYOX_OH - r153_OH_MVK - r148_OH_MVKO2H -
    r81_NC4H10_OH - r21_NO2_OH - r13_O3_OH - r234_OXYL_OH - r235_OH_OXYO2H - r68_OH_PRRO2H - r68_R2OOH_OH -
    r68_OH_RCO3H - r39_SO2_OH;
  der(OD) = p2_O3 - r7_OD - r8_OD_H2O;
  der(NO3) = p15_N2O5 + r29_N2O5 + r35_HNO3_OH + r12_NO2_O3 - p13_NO3 - p14_NO3 - r26_H2O2_NO3 - r69_HCHO_NO3
    - r163_NO3_ISOPRE - r15_NO_NO3 - r19_NO2_NO3 - r20_NO2_NO3;
  der(N2O5) = r20_NO2_NO3 - p15_N2O5 - r29_N2O5 - r43_N2O5;
  der(ISOPRE) = E11 - r163_NO3_ISOPRE - r150_O3_ISOPRE - r151_OH_ISOPRE;
  der(NITRAT) = r43_HNO3 + 2*r43_N2O5 - r51_NITRAT;
  der(ISRO2) = r151_OH_ISOPRE + r156_OH_ISRO2H - r85_HO2_ISRO2 - 0.88*r60_NO_ISRO2;
  der(MVK) = 0.05*r60_NO_ISONO3 + 0.26*r150_O3_ISOPRE + 0.42*r60_NO_ISRO2 - r160_O3_MVK - r153_OH_MVK;
  der(MVKO2) = r153_OH_MVK + r148_OH_MVKO2H - r85_HO2_MVKO2 - r60_NO_MVKO2;
  der(CH3OH) = r62_CH3O2_CH3O2 - r63_OH_CH3OH;
  der(RCO3H) = r88_HO2_CH3COO - p16_RCO3H - r47_RCO3H - r68_OH_RCO3H;
  der(OXYO2H) = r85_HO2_OXYO2 - p16_OXYO2H - r47_OXYO2H - r235_OH_OXYO2H;
  der(BURO2H) = r85_HO2_SECC4H - p16_BURO2H - r47_BURO2H - r68_OH_BURO2H - r76_OH_BURO2H;
  der(ETRO2H) = r85_HO2_ETRO2 - p16_ETRO2H - r47_ETRO2H - r68_OH_ETRO2H - r76_OH_ETRO2H;
  der(PRRO2H) = r85_HO2_PRRO2 - p16_PRRO2H - r47_PRRO2H - r68_OH_PRRO2H - r76_OH_PRRO2H;
  der(MEKO2H) = r85_HO2_MEKO2 - p16_MEKO2H - r47_MEKO2H - r87_OH_MEKO2H;
  der(MALO2H) = r85_HO2_MALO2 - p16_MALO2H - r47_MALO2H - r223_OH_MALO2H;
  der(MACR) = 0.1*r60_NO_ISONO3 + 0.32*r60_NO_ISRO2 + 0.67*r150_O3_ISOPRE - r158_OH_MACR;
  der(ISNI) = 0.05*r60_NO_MVKO2 + 0.14*r60_NO_ISRO2 + 0.85*r60_NO_ISONO3 - r161_OH_ISNI;
  der(ISRO2H) = r85_HO2_ISRO2 - r47_ISRO2H - r157_O3_ISRO2H - r156_OH_ISRO2H;
  der(MARO2) = r78_MAPAN + r149_OH_MARO2H + 0.5*r158_OH_MACR - r85_HO2_MARO2 - r79_NO_MARO2 - r77_NO2_MARO2;
  der(MAPAN) = r77_NO2_MARO2 - r48_MAPAN - r78_MAPAN;
  der(CH2CCH3) = r146_OH_CH2CHR + r79_NO_MARO2 - r85_HO2_CH2CCH3 - r60_NO_CH2CCH3;
  der(ISONO3) = r147_OH_ISNO3H + r163_NO3_ISOPRE - r85_HO2_ISONO3 - r60_NO_ISONO3;
  der(ISNIR) = r161_OH_ISNI + r149_OH_ISNIRH - r85_HO2_ISNIR - r60_NO_ISNIR;
  der(MVKO2H) = r85_HO2_MVKO2 - r47_MVKO2H - r148_OH_MVKO2H;
  der(CH2CHR) = r85_HO2_CH2CCH3 - r47_CH2CHR - r146_OH_CH2CHR;
  der(ISNO3H) = r85_HO2_ISONO3 - r47_ISNO3H - r147_OH_ISNO3H;
  der(ISNIRH) = r85_HO2_ISNIR - r47_ISNIRH - r149_OH_ISNIRH;
  der(MARO2H) = r85_HO2_MARO2 - r47_MARO2H - r149_OH_MARO2H;
  annotation(experiment(StartTime = 14400, StopTime = 417600));
end Emep;
