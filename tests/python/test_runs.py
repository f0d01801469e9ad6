"""Runs: steps, states, threads, Ctrl-C; sweeps and environments."""

import math
import os
import signal
import threading

import numpy
import pytest
from conftest import DECAY

import tarn


def test_steps(ball):
    run = ball.start(stop=2, set={"e": 0.7})
    run.advance(2, to_event=True)
    assert run.is_at_event and math.isclose(run.time, math.sqrt(2 / 9.81), rel_tol=1e-6)
    before = run.time
    assert run.step() > before and run.step(before + 1e-3) <= before + 1e-3
    assert math.isclose(run.derivatives()["v"], -9.81)
    state = run.save()
    other = ball.start(stop=2)
    other.load(state)
    run.advance(1.5), other.advance(1.5)
    assert run["h"] == other["h"] and run.states() == other.states()
    assert not run.is_over
    assert run.simulate().final.time == 2.0 and run.is_over
    assert run["h"] == run.result()["h"][-1]
    with pytest.raises(tarn.ModelError, match="reset"):
        run.set({"h": 1})
    run.reset()
    run["h0"] = 2.0
    run.initialize()
    assert run["h"] == 2.0 and run["e"] == 0.7


def test_the_last_values_are_those_of_the_last_row(cart):
    """Estimates of the error look at other points when a run ends."""
    for keep_rows in (True, False):
        run = cart.start(stop=2, keep_rows=keep_rows)
        run.initialize()
        run.set({"u": 2})
        run.advance(1)
        run.set({"u": 0})
        run.advance(2)
        assert run.is_over and math.isclose(run["x"], 1.5, rel_tol=1e-9)
        assert math.isclose(run.states()["x"], 1.5, rel_tol=1e-9)


def test_values_of_all_types(decay):
    run = decay.start()
    run.set({"on": False, "kind": "fast", "label": "second", "k": numpy.float64(3)})
    run.initialize()
    assert (run["on"], run["kind"], run["label"], run["k"]) == (False, "fast", "second", 3.0)
    assert run["twice"] == 6.0


def test_inputs_by_hand(cart):
    run = cart.start(stop=4)
    run.advance(1)
    run.set({"u": 2})
    run.advance(3)
    assert math.isclose(run["v"], 2.0, rel_tol=1e-6) and math.isclose(run["x"], 2.0, rel_tol=1e-6)


def test_an_input_without_a_start_value_is_set():
    """der(x) = u - x from 0: x(1) = u (1 - 1/e)."""
    m = tarn.compile("model M input Real u; Real x(start=0, fixed=true); Real w = -u; "
                     "equation der(x) = u - x; end M;")
    r = m.simulate(set={"u": 3})
    assert math.isclose(r.final["x"], 3 * (1 - math.exp(-1)), rel_tol=1e-6)
    assert r["u"][0] == 3 and r["w"][-1] == -3
    run = m.start(stop=2, set={"u": 3})
    assert run["u"] == 3 and run["x"] == 0
    run.advance(1)
    run.set({"u": 0})
    run.advance(2)
    assert math.isclose(run["x"], r.final["x"] / math.e, rel_tol=1e-6)


def test_inputs_over_time(cart):
    """A force of 2 from 1 s to 3 s on 2 kg: v = 2 m/s behind it; then of t: v = t^2/4."""
    table = {"time": [0, 1, 1, 3, 3], "u": [0, 0, 2, 2, 0]}
    r = cart.simulate(stop=4, inputs=table)
    assert math.isclose(r.final["v"], 2, rel_tol=1e-9) and r.at(2)["u"] == 2
    assert len(r.events) == 2
    held = cart.simulate(stop=4, inputs={"time": [0, 1, 3], "u": [0, 2, 0]}, hold=True)
    assert math.isclose(held.final["v"], 2, rel_tol=1e-9)
    for function in (lambda t: {"u": t}, {"u": lambda t: t}):
        assert math.isclose(cart.simulate(stop=2, inputs=function).final["v"], 1, rel_tol=1e-6)
    assert cart.simulate(stop=2, inputs={"u": 1.0}).final["v"] == pytest.approx(1)
    with pytest.warns(UserWarning, match="an input without values: u stays"):
        assert cart.simulate(stop=2).final["v"] == 0  # the table is gone
    assert cart.sweep({"m": [1, 2]}, stop=4, inputs=table).final("v") == pytest.approx([4, 2])
    with pytest.raises(KeyError, match="among its inputs"):
        cart.simulate(inputs={"x": 1.0})
    with pytest.raises(tarn.ModelError, match="3 values for 2 times"):
        cart.simulate(inputs={"time": [0, 1], "u": [1, 2, 3]})
    with pytest.raises(tarn.ModelError):
        cart.simulate(inputs={"time": [1, 0], "u": [1, 2]})


def test_inputs_that_are_arrays_or_discrete(recwarn):
    m = tarn.compile("model M type K = enumeration(slow, fast); input Real u[2]; input Boolean on; "
                     "input K kind; Real y = if on then u[1] + 2*u[2] else 0; "
                     "Real z = if kind == K.fast then 1 else 0; end M;")
    r = m.simulate(inputs={"time": [0, 0.5, 1], "u": [[0, 1], [1, 1], [2, 1]],
                           "on": [True, False, False], "kind": ["slow", "fast", "fast"]})
    assert math.isclose(r.at(0.25)["y"], 2.5) and r.at(0.75)["y"] == 0 and r.at(0.75)["z"] == 1
    assert m.simulate(set={"u": [1, 2], "on": True, "kind": "fast"}).final["y"] == 5
    assert not recwarn.list


def test_linearize(cart):
    run = cart.start(set={"m": 4})
    run.initialize()
    system = run.linearize()
    assert system.states == ["x", "v"] and system.inputs == ["u"] and system.outputs == ["y"]
    assert numpy.array_equal(system.A, [[0, 1], [0, 0]])
    assert numpy.allclose(system.B, [[0], [0.25]], atol=1e-12)
    assert numpy.allclose(system.C, [[1, 0]], atol=1e-12) and numpy.allclose(system.D, [[1]])
    with pytest.raises(tarn.ModelError, match="no input"):
        run.linearize(inputs=["x"])
    with pytest.raises(tarn.ModelError):
        cart.start().linearize()


def test_linearize_is_exact():
    """der(x) = x^3 - 2 x at x = 3: the slope is 25."""
    m = tarn.compile("model M Real x(start=3, fixed=true); equation der(x) = x^3 - 2*x; end M;")
    run = m.start()
    run.initialize()
    assert run.linearize().A[0, 0] == 25.0


def test_threads_run_models_in_parallel(decay):
    results = {}

    def work(k):
        results[k] = [decay.simulate(set={"k": k}).final["x"] for _ in range(5)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 9)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for k, finals in results.items():
        assert len(set(finals)) == 1 and math.isclose(finals[0], math.exp(-2 * k), abs_tol=1e-6)


def test_ctrl_c_keeps_what_was_computed(long):
    with pytest.raises(KeyboardInterrupt) as caught:
        long.simulate(record="x", interval=1e-3,
                      progress=lambda t: os.kill(os.getpid(), signal.SIGINT))
    assert caught.value.result.final.time > 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert long.simulate(stop=1e-3).final.time == 1e-3  # the model is as good as before


def test_ctrl_c_ends_a_sweep(long):
    with pytest.raises(KeyboardInterrupt) as caught:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        long.sweep({"x": [1.0, 2.0, 3.0]}, record="x", threads=2)
    with pytest.raises(tarn.ModelError, match="not run"):
        caught.value.result[2]


def test_one_thread_at_a_time(long):
    """A second caller would be the end of the process; a progress function may look at the time."""
    run = long.start(record="x")
    seen = []

    def look_from_elsewhere():
        with pytest.raises(tarn.ModelError, match="one thread at a time"):
            run.time
        seen.append("elsewhere")

    def progress(t):
        seen.append(run.time)
        other = threading.Thread(target=look_from_elsewhere)
        other.start()
        other.join()
        with pytest.raises(tarn.ModelError, match="one thread at a time"):
            run.get("x")
        return True

    with pytest.raises(tarn.Interrupted):
        run.simulate(progress=progress)
    assert seen == [run.time, "elsewhere"]


def test_what_a_sweep_kept_goes_with_it(decay):
    import gc
    import weakref
    s = decay.sweep({"k": [1, 2]})
    gone = weakref.ref(s)
    del s
    gc.collect()
    assert gone() is None


def test_a_progress_function_ends_a_run(long):
    seen = []

    def progress(t):
        seen.append(t)
        return len(seen) > 1

    with pytest.raises(tarn.Interrupted):
        long.simulate(record="x", progress=progress)
    assert seen == sorted(seen) and len(seen) == 2

    def wrong(t):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        long.simulate(record="x", progress=wrong)


def test_sweep(decay):
    s = decay.sweep({"k": [1, 2], "on": [True, False]}, stop=1, set={"label": "swept"})
    assert len(s) == 4 and s.cases[1] == {"k": 1, "on": False}
    assert numpy.allclose(s.final("x"), numpy.exp([-1, -1, -2, -2]), atol=1e-6)
    assert [r.final["on"] for r in s] == [1, 0, 1, 0]
    assert len(decay.sweep({"k": [1, 2], "on": [True, False]}, pairs=True)) == 2
    assert (decay.sweep({"k": [1, 2]}, threads=1).final("x")
            == decay.sweep({"k": [1, 2]}, threads=2).final("x")).all()


def test_a_sweep_goes_on_behind_a_failure():
    m = tarn.compile("model M parameter Real p = 1; Real x = p; equation "
                     "assert(p < 2, \"p is too large\"); end M;")
    s = m.sweep({"p": [1, 3, 1.5]})
    assert list(s.errors) == [1] and numpy.isnan(s.final("x")[1]) and s[2].final["x"] == 1.5
    with pytest.raises(tarn.ModelError, match="too large"):
        s[1]
    with pytest.raises(KeyError, match="'q'"):
        m.sweep({"q": [1, 2]})


def test_environment(cart):
    """u = 1, m = 2 for a step of 1 s: v = 1/2, x = 1/4; then u = 0: x = 3/4."""
    env = tarn.Environment(cart, ["u"], ["x", "v"], 1.0, horizon=3, reward=lambda o: -o["x"])
    seen, _ = env.reset(seed=1, options={"v": 0.0})
    assert list(seen) == [0, 0]
    seen, reward, ended, cut_off, info = env.step([1.0])
    assert numpy.allclose(seen, [0.25, 0.5], atol=1e-6) and math.isclose(reward, -seen[0])
    seen, _, ended, cut_off, info = env.step(0.0)
    assert numpy.allclose(seen, [0.75, 0.5], atol=1e-6) and not ended and not cut_off
    assert env.step([0.0])[3] and info["time"] == 2.0
    assert list(env.reset()[0]) == [0, 0]
    with pytest.raises(ValueError, match="1 values"):
        env.step([1, 2])


def test_lanes_of_environments(cart):
    env = tarn.VectorEnvironment(cart, 3, ["u"], ["x", "v"], 1.0, horizon=2, threads=2)
    seen, _ = env.reset(seed=1)
    assert seen.shape == (3, 2)
    seen, reward, ended, cut_off, info = env.step([[0.0], [1.0], [2.0]])
    assert numpy.allclose(seen[:, 1], [0, 0.5, 1], atol=1e-6)
    seen, _, _, cut_off, info = env.step([[0.0], [0.0], [0.0]])
    assert cut_off.all() and (seen == 0).all()
    assert math.isclose(info["final_observation"][2][0], 1.5, rel_tol=1e-6)
    env.close()


def test_runs_of_a_model_that_is_gone():
    run = tarn.compile(DECAY).start()
    r = run.simulate()
    del run
    assert math.isclose(r.final["x"], math.exp(-4), rel_tol=1e-5)
