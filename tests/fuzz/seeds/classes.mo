within A.B;
encapsulated partial package P "text" + "more"
  import X = A.B.C; import A.*; import A.{B, C}; import A.B;
  extends Base(x = 1, break y, break connect(a, b), redeclare replaceable model M = N(k = 2) constrainedby O "why") annotation (choices(y = 1));
  type E = enumeration(a "first", b, 'c d' annotation (z = 1)) "enum"; type F = enumeration(:);
  replaceable connector C = input Real[3](each final unit = "m") constrainedby D(x = 1) "desc" annotation (a = b);
  function d = der(f, x, y) "partial";
  pure function g input Real x[:, 2]; output Real y; external "C" y = g(x, size(x, 1)) annotation (Library = "m"); end g;
  operator record Q operator 'constructor' function a end a; end 'constructor'; operator function '+' = h; end Q;
  model extends Z(a = 1) "ext" end Z;
  expandable connector Bus end Bus;
protected
  redeclare final inner outer flow Real x(start = 1, min = -1) = 3 if a "c", y[2];
  stream Real h; discrete input .A.B z; parameter Real p = break;
public
  final replaceable block BB = CC;
  annotation (Icon(graphics = {Line(points = {{1, 2}, {3, 4}})}));
end P;
