"""Results: views without a copy, points, events, files, other forms."""

import gc
import math
import pickle

import numpy
import pytest
from conftest import DECAY, ROOT, call_program

import tarn


def test_the_solution_is_right(decay):
    r = decay.simulate()
    assert numpy.allclose(r["x"], numpy.exp(-2 * r.time), atol=1e-6)
    assert numpy.array_equal(r["minus"], -r["x"])
    assert (r["k"] == 2).all() and r["k"].shape == r.time.shape
    assert r["many"].shape == (len(r.time), 2) and (r["many"][:, 1] == r["x"]).all()
    assert math.isclose(decay.simulate(stop=1, set={"k": 3}).final["x"], math.exp(-3), rel_tol=1e-5)
    assert (decay.simulate()["x"] == r["x"]).all()  # what was set before is forgotten


def test_the_values_are_those_of_the_program(tmp_path):
    """Bit for bit: both files have the same bytes."""
    for example in ("bouncing_ball", "pendulum", "rc_circuit", "vanderpol"):
        model = f"{ROOT}/examples/{example}.mo"
        for ending in ("csv", "mat"):
            ours, theirs = tmp_path / f"ours.{ending}", tmp_path / f"theirs.{ending}"
            tarn.compile(model).simulate().save(ours)
            assert call_program("simulate", model, "--output", str(theirs)).returncode == 0
            assert ours.read_bytes() == theirs.read_bytes(), example


def test_the_intervals_are_those_of_the_program(tmp_path):
    """An annotation gives the length of the intervals; 1 s is no multiple of 0.3 s."""
    text = DECAY.replace("StopTime = 2", "StopTime = 1, Interval = 0.3")
    model, file = tmp_path / "Decay.mo", tmp_path / "x.csv"
    model.write_text(text)
    for options, named in ((["--stop-time", "2"], {"stop": 2}), ([], {}), (["--interval", "0.7"],
                                                                      {"interval": 0.7})):
        call_program("simulate", str(model), "--output", str(file), *options)
        r = tarn.compile(model).simulate(**named)
        assert numpy.array_equal(tarn.read(file)["x"], r["x"])
    assert list(tarn.compile(model).simulate().time) == [0, 0.3, 0.6, 0.3 * 3, 1]


def test_nothing_is_copied(decay):
    r = decay.simulate(intervals=20_000)
    again = r.__class__(r._owned, None, [], "again")
    for name in ("x", "time", "k"):
        a, b = r[name], again[name]
        assert a.__array_interface__["data"] == b.__array_interface__["data"]
        assert not a.flags.owndata and not a.flags.writeable
    address = r["x"].__array_interface__["data"][0]
    assert address == r._column("x").address


def test_arrays_outlive_everything():
    m = tarn.compile(DECAY)
    r = m.simulate(intervals=1000)
    run = m.start()
    part = run.advance(1) or run.result()
    x, y, kept = r["x"], part["x"], r["x"].copy()
    run.advance(2)  # more rows, which may lie elsewhere
    run.reset()
    del run, part, r, m
    gc.collect()
    for _ in range(5):
        tarn.compile(DECAY).simulate(intervals=1000)
    assert numpy.array_equal(x, kept) and y[0] == 1.0


def test_many_threads_look_at_one_result(decay):
    from concurrent.futures import ThreadPoolExecutor
    r = decay.simulate()
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda name: r[name].shape == r.time.shape, list(r) * 20))


def test_points_and_events(ball):
    r = ball.simulate(stop=1)
    fall = math.sqrt(2 / 9.81)
    assert math.isclose(r.events[0].time, fall, rel_tol=1e-6)
    assert math.isclose(r.events[0].before["v"], -9.81 * fall, rel_tol=1e-5)
    assert math.isclose(r.events[0].after["v"], 0.8 * 9.81 * fall, rel_tol=1e-5)
    assert r.at(r.events[0].time)["v"] > 0
    assert math.isclose(r.at(0.25)["h"], 1 - 9.81 / 2 * 0.25**2, rel_tol=1e-5)
    assert r.final.time == 1.0 and r.final["h"] == r["h"][-1]
    with pytest.raises(ValueError):
        r.at(1.5)
    with pytest.raises(KeyError, match="did you mean 'h'"):
        r["h1"]


def test_only_what_is_asked_for_is_recorded(decay):
    r = decay.simulate(record=["many[*]", "der*"])
    assert list(r) == ["time", "many[1]", "many[2]", "der(x)"]
    assert "x" not in r
    with pytest.raises(KeyError, match="derivatives are kept where they are asked for"):
        decay.simulate()["der(x)"]
    assert {"x", "k", "der(x)"} <= set(decay.simulate(record=["*", "der(*)"]))
    assert numpy.allclose(r["der(x)"], -2 * r["many[1]"])
    with pytest.raises(tarn.ModelError, match="matches"):
        decay.simulate(record="nothing")


def test_a_run_that_stops_early_keeps_its_rows():
    m = tarn.compile("model M Real x(start=1, fixed=true); equation der(x) = -1; "
                     "assert(x > 0.5, \"too small\"); end M;")
    with pytest.raises(tarn.SimulationError, match="too small") as caught:
        m.simulate()
    assert math.isclose(caught.value.result.final.time, 0.5, rel_tol=1e-6)


def test_files(ball, tmp_path):
    r = ball.simulate(stop=1)
    for ending in ("csv", "mat"):
        r.save(tmp_path / f"ball.{ending}")
        again = tarn.read(tmp_path / f"ball.{ending}")
        assert numpy.array_equal(again["h"], r["h"]) and again.final.time == 1
    r.save(tmp_path / "ball.html")
    assert "<html" in (tmp_path / "ball.html").read_text()
    assert "<iframe" in r._repr_html_()
    with pytest.raises(tarn.ModelError, match="endings"):
        r.save(tmp_path / "ball.xls")
    with pytest.raises(tarn.ModelError, match="nothing.mat"):
        tarn.read(tmp_path / "nothing.mat")
    moved = pickle.loads(pickle.dumps(r))
    assert numpy.array_equal(moved["v"], r["v"]) and moved.name == r.name


def test_compare(ball, tmp_path):
    r = ball.simulate(stop=1)
    r.save(tmp_path / "ball.mat")
    assert tarn.compare(r, tmp_path / "ball.mat")
    other = tarn.compare(ball.simulate(stop=1, set={"e": 0.9}), r, variables=["h", "v"])
    assert not other and {s.name for s in other.differing} == {"h", "v"}
    assert tarn.compare(ball.simulate(stop=0.5), r).ends_early


def test_fmu_there_and_back(ball, tmp_path):
    r = ball.simulate(stop=1)
    for version in (2, 3):
        tarn.fmu.export(ball, tmp_path / "ball.fmu", version=version)
        f = tarn.fmu.load(tmp_path / "ball.fmu")
        assert f.name == "BouncingBall" and f.version == f"{version}.0"
        assert f.variables["e"].causality == "parameter"
        assert tarn.compare(f.simulate(stop=1, intervals=500), r, variables=["h", "v"])
        assert tarn.compare(f.simulate(stop=1, intervals=500, set={"e": 0.7}),
                            ball.simulate(stop=1, set={"e": 0.7}), variables=["h", "v"])
    with pytest.raises(tarn.ModelError, match="no FMU"):
        tarn.fmu.load(f"{ROOT}/README.md")
