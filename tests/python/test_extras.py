"""What belongs to other packages and takes seconds: `make test-python`, not `make test`, runs it. Each
is skipped where its package is not installed."""

import json
import math
import os

import pytest
from conftest import ROOT, call_program

import tarn

pytestmark = pytest.mark.skipif("TARN_SLOW" not in os.environ, reason="make test-python runs it")


def test_other_forms(ball):
    r = ball.simulate(stop=1)
    pandas = pytest.importorskip("pandas")
    frame = r.to_pandas(["h", "v"])
    assert isinstance(frame, pandas.DataFrame) and list(frame) == ["h", "v"]
    assert (frame["h"].to_numpy() == r["h"]).all() and frame.index.name == "time"
    pytest.importorskip("xarray")
    assert r.to_xarray()["h"].attrs["units"] == "m"


def test_inputs_as_a_data_frame(cart):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"u": [0, 0, 2, 2, 0]}, index=[0, 1, 1, 3, 3])
    assert cart.simulate(stop=4, inputs=frame).final["v"] == pytest.approx(2)
    named = frame.rename_axis("time").reset_index()
    assert cart.simulate(stop=4, inputs=named).final["v"] == pytest.approx(2)


def test_plot(ball, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    matplotlib.use("Agg")
    panels = ball.simulate(stop=1).plot("h", "v")
    assert [p.get_ylabel() for p in panels] == ["h [m]", "v [m/s]"]


def final_of(model, k):
    return model.simulate(set={"k": k}).final["x"]


def test_dask_runs_models(decay):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            finals = client.gather(client.map(final_of, [decay] * 2, [1.0, 2.0]))
    assert math.isclose(finals[1], math.exp(-4), rel_tol=1e-5)


def test_ten_million_values_arrive_without_a_copy(decay):
    """The array begins where the library has the numbers."""
    r = decay.simulate(intervals=10_000_000, record="x")
    x = r["x"]
    assert len(x) == 10_000_001
    assert x.__array_interface__["data"][0] == r._column("x").address
    assert math.isclose(x[5_000_000], math.exp(-2), rel_tol=1e-6)


def test_types(tmp_path):
    """mypy in its strict mode has nothing to say."""
    api = pytest.importorskip("mypy.api")
    package = os.path.dirname(tarn.__file__)
    said, _, status = api.run(
        ["--config-file", os.path.join(ROOT, "python", "pyproject.toml"), "--cache-dir", str(tmp_path),
         package])
    assert status == 0, said


def in_library():
    return [f for f in os.environ.get("MODELICAPATH", "").split(":")
            if os.path.isdir(os.path.join(f, "Modelica"))]


@pytest.mark.skipif(not in_library(), reason="MODELICAPATH names no standard library")
def test_a_hundred_library_models_bit_for_bit(tmp_path):
    """The examples of the standard library, a hundred that are spread over it: the file that Python
    saves has the bytes of that of `tarn simulate`."""
    said = call_program("list", "Modelica", "--examples", "--json")
    names = [row["class"] for row in json.loads(said.stdout)]
    chosen = names[::max(len(names) // 110, 1)]
    theirs, ours = tmp_path / "theirs.mat", tmp_path / "ours.mat"
    same, other = [], []
    for name in chosen:
        status = call_program("simulate", name, "--output", str(theirs), "--quiet").returncode
        if status == 3:
            continue  # stops early: Python raises
        tarn.compile(name).simulate().save(ours)
        (same if ours.read_bytes() == theirs.read_bytes() else other).append(name)
    print(len(same), "models with the same bytes")
    assert not other and len(same) >= 100
