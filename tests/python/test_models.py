"""Models: compiling, what they tell, errors, pickling, and memory that does not grow."""

import math
import os
import pickle
import resource

import pytest
from conftest import CART, DECAY, ROOT, call_program

import tarn


def test_a_model_tells_its_variables(decay):
    k, x = decay.parameters["k"], decay.states["x"]
    assert (k.value, k.unit, k.min, k.max, k.description) == (2.0, "1/s", 0.0, None, "rate")
    assert (k.type, k.variability, k.is_settable) == ("Real", "parameter", True)
    assert (x.value, x.nominal, x.causality, x.display_unit) == (1.0, 3.0, "output", "mm")
    assert decay.parameters["twice"].value is None  # follows from others
    assert decay.parameters["on"].value is True
    assert decay.parameters["kind"].value == "slow"
    assert decay.parameters["kind"].literals == ("slow", "fast")
    assert decay.variables["many[2]"].dimensions == (2,)
    assert list(decay.outputs) == ["x"] and list(decay.inputs) == []
    assert decay.experiment.stop == 2 and decay.experiment.tolerance == 1e-8


def test_text_file_and_class_on_the_search_path(tmp_path):
    file = tmp_path / "Decay.mo"
    file.write_text(DECAY)
    assert tarn.compile(DECAY).name == "Decay"
    assert tarn.compile(file).name == "Decay"
    assert tarn.compile("Decay", path=[tmp_path]).name == "Decay"
    two = DECAY + CART
    assert tarn.compile(two).name == "Cart"
    assert tarn.compile(two, name="Decay").name == "Decay"


def test_modifiers_reach_the_structure(decay):
    assert "many[3]" in tarn.compile(DECAY, modifiers={"n": 3}).variables
    assert "many[4]" in tarn.compile(DECAY, modifiers=["n = 2*2"]).variables
    assert "many[5]" in decay.modified({"n": 5}).variables
    with pytest.raises(tarn.ModelError, match="modified"):
        decay.simulate(set={"n": 3})


def test_errors_print_like_the_terminal(tmp_path):
    file = tmp_path / "slip.mo"
    file.write_text("model Slip\n  Real x = y;\nend Slip;\n")
    with pytest.raises(tarn.ModelError) as caught:
        tarn.compile(file)
    assert str(caught.value) == call_program("simulate", str(file)).stderr.rstrip("\n")
    (found,) = caught.value.diagnostics
    assert (found.severity, found.code, found.line, found.column) == ("error", "E0200", 2, 12)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.diagnostics[0].code == "E0200"


def test_check_gives_diagnostics():
    assert tarn.check(DECAY) == []
    assert [d.code for d in tarn.check("model Slip Real x = y; end Slip;")] == ["E0200"]
    assert [d.severity for d in tarn.check("model Slip Real x = ; end Slip;")] == ["error"]
    assert tarn.check("nowhere.mo")[0].severity == "error"
    assert tarn.check("No.Such.Class")[0].severity == "error"


def test_what_is_not_there_is_said(decay):
    with pytest.raises(KeyError, match="did you mean 'twice'"):
        decay.parameters["twise"]
    with pytest.raises(tarn.ModelError, match="no variable 'kk'"):
        decay.simulate(set={"kk": 1})
    with pytest.raises(tarn.ModelError, match="slow, fast"):
        decay.simulate(set={"kind": "middle"})
    with pytest.raises(tarn.ModelError, match="no folder"):
        tarn.compile(DECAY, path=["/nowhere"])
    with pytest.raises(tarn.ModelError):
        decay.simulate(method="magic")
    with pytest.raises(tarn.ModelError, match="stop time"):
        decay.simulate(stop=-1)


def test_warnings_are_kept():
    """A parameter without a value is told when it is compiled, what the run warns of with its result."""
    m = tarn.compile("model M parameter Real p; Real x(start=0, fixed=true); equation der(x) = 1 + p; "
                     "assert(x < 0.5, \"large\", AssertionLevel.warning); end M;")
    assert [d.severity for d in m.diagnostics] == ["warning"] and "'p'" in str(m.diagnostics[0])
    r = m.simulate()
    assert [d.severity for d in r.diagnostics] == ["warning"] and "large" in str(r.diagnostics[0])
    assert m.simulate(set={"p": -1}).diagnostics == []


def test_a_pickled_model_is_compiled_once(decay):
    one, two = (pickle.loads(pickle.dumps(decay)) for _ in range(2))
    assert one is two and one is not decay
    assert one.simulate().final["x"] == decay.simulate().final["x"]
    changed = pickle.loads(pickle.dumps(decay.modified({"k": 3})))
    assert changed.parameters["k"].value == 3.0


def test_a_pickled_file_needs_its_file_no_more(tmp_path):
    file = tmp_path / "Decay.mo"
    file.write_text(DECAY)
    data = pickle.dumps(tarn.compile(file))
    os.remove(file)
    assert pickle.loads(data).name == "Decay"


def test_processes_run_models(decay):
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(2) as pool:
        finals = list(pool.map(final_of, [decay] * 4, [1.0, 2.0, 3.0, 4.0]))
    for k, x in zip([1.0, 2.0, 3.0, 4.0], finals):
        assert math.isclose(x, math.exp(-2 * k), rel_tol=1e-5)


def final_of(model, k):
    return model.simulate(set={"k": k}).final["x"]


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="it keeps what is freed")
def test_cycles_leave_nothing_behind():
    """Compiled, simulated, dropped: the memory of the process stays as it is."""
    def cycle(n):
        for i in range(n):
            r = tarn.compile(DECAY).simulate(set={"k": 1 + i}, intervals=50)
            r["x"], r["minus"]
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cycles = int(os.environ.get("TARN_CYCLES", "100"))  # 1,000 by hand
    before = cycle(cycles // 3)
    assert cycle(cycles) - before < 2_000  # kB


def test_foreign_code_that_crashes_leaves_python_alive(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    crash = """
model Crash
  function f input Real x; output Real y;
    external "C" y = f(x) annotation(Include =
      "static double f(double x) { *(volatile int *)0 = 1; return x; }");
  end f;
  Real y = f(time);
end Crash;
"""
    with pytest.raises(tarn.SimulationError, match="its code crashed"):
        tarn.compile(crash).simulate()


def test_explain_and_flat(decay):
    e = decay.explain()
    assert e.data.states == ["x"] and e.data.index == 0
    assert "states" in str(e) and e.page().lstrip().startswith("<!")
    assert "der(x)" in decay.flat()


def test_examples_of_the_tree_compile():
    for name in ("pendulum", "rc_circuit", "vanderpol"):
        assert tarn.compile(os.path.join(ROOT, "examples", name + ".mo")).simulate().final
