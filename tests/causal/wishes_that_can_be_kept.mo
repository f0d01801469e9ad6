// Six variables are preferred as states, and none is differentiated. Four can be states: those of
// the vessels, whose mass and energy are. Those of the pump between them follow, though the pump
// comes first. Refusing all six left masses and energies as states, and pressures to a loop.
// expect: states = {a.p a.h b.p b.h}
// expect: differentiated = 6
model WishesThatCanBeKept
  model Medium
    Real p(stateSelect = StateSelect.prefer, start = 2), h(stateSelect = StateSelect.prefer, start = 1);
    Real d = p/(h + 1);
  end Medium;
  model Vessel
    extends Medium;
    Real m = 3*d, U = m*(h - p/d);
    input Real m_flow, H_flow;
  equation
    der(m) = m_flow;
    der(U) = H_flow;
  end Vessel;
  Medium pump;
  Real m_flow(start = 1);
  Vessel a(m_flow = -m_flow, H_flow = -m_flow*a.h), b(m_flow = m_flow, H_flow = m_flow*pump.h);
equation
  m_flow = a.p - pump.p;
  b.p - pump.p = pump.d*(2 - m_flow^3);
  m_flow*(pump.h - a.h) = 0.1*(b.p - pump.p)/pump.d;
end WishesThatCanBeKept;
