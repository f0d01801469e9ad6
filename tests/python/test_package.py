"""The wheel: installed by pip without a network into an empty virtual environment, it works."""

import glob
import os
import subprocess
import sys
import zipfile

import pytest
from conftest import CART, DECAY, PROGRAM, ROOT

import tarn

WHEELS = glob.glob(os.path.join(os.path.dirname(PROGRAM), "tarn-*.whl"))
PIPS = glob.glob("/usr/share/python-wheels/pip-*.whl")
needs_wheel = pytest.mark.skipif(not WHEELS or not PIPS, reason="there is no wheel, or no pip")


def call(python, *arguments, **more):
    """Nothing of the tree is seen: neither its package nor its library."""
    kept = {k: v for k, v in os.environ.items()
            if k not in ("PYTHONPATH", "TARN_LIBRARY", "LD_PRELOAD")}
    said = subprocess.run([python, *arguments], env={**kept, **more}, check=False, cwd="/",
                          capture_output=True, text=True)
    assert said.returncode == 0, said.stdout[-3000:] + said.stderr[-3000:]
    return said.stdout


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """Python of an environment in which there is nothing but the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    call(sys.executable, "-m", "venv", "--without-pip", str(folder))
    python = str(folder / "bin" / "python")
    call(python, PIPS[0] + "/pip", "install", "-q", "--no-index", "--no-compile",
         "--disable-pip-version-check", WHEELS[0])
    return python


@needs_wheel
def test_it_needs_nothing_else(installed):
    """Not even numpy: values at a time are plain numbers. exp(-2) is 0.135335."""
    script = ("import sys, tarn; m = tarn.compile(sys.argv[1]); r = m.simulate(); "
              "print(tarn.__file__, 'numpy' in sys.modules, round(r.at(1)['x'], 6))\n"
              "try: r['x']\nexcept ImportError as error: assert 'pip install numpy' in str(error)")
    place, numpy, x = call(installed, "-c", script, DECAY).split()
    assert place.startswith(os.path.dirname(os.path.dirname(installed)))
    assert (numpy, x) == ("False", "0.135335")


@needs_wheel
def test_its_library_needs_the_c_library_alone(tmp_path):
    with zipfile.ZipFile(WHEELS[0]) as wheel:
        wheel.extract("tarn/libtarn.so", tmp_path)
        names = wheel.namelist()
    dynamic = subprocess.run(["readelf", "-d", tmp_path / "tarn" / "libtarn.so"],
                             capture_output=True, text=True, check=True).stdout
    needed = [line.split("[")[1].rstrip("]") for line in dynamic.split("\n") if "(NEEDED)" in line]
    assert set(needed) <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    assert "tarn/py.typed" in names and any("licenses/libopenblas" in n for n in names)


@needs_wheel
def test_the_tests_pass_with_it(installed):
    """With the packages of the system, which has numpy and pytest."""
    site = call(sys.executable, "-c", "import numpy, os; print(os.path.dirname(numpy.__path__[0]))")
    chosen = [f"{ROOT}/tests/python/{name}.py" for name in ("test_results", "test_runs")]
    said = call(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen,
                PYTHONPATH=site.strip(), TARN_PROGRAM=PROGRAM)
    assert " passed" in said


def test_import_is_quick_and_light():
    script = ("import sys, time; begin = time.process_time(); import tarn; "
              "print(time.process_time() - begin, 'numpy' in sys.modules)")
    cost, numpy = min(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                                     check=True).stdout.split() for _ in range(3))
    assert numpy == "False" and float(cost) < 0.1  # 10 ms where nothing else runs


def test_the_version_is_that_of_the_library():
    with open(f"{ROOT}/include/tarn.h", encoding="utf-8") as header:
        assert f'TARN_VERSION "{tarn.__version__}"' in header.read()


def test_every_function_is_in_the_header():
    import re
    from tarn._library import _PROTOTYPES
    with open(f"{ROOT}/include/tarn.h", encoding="utf-8") as header:
        functions = set(re.findall(r"\btarn_(\w+)\(", header.read()))
    assert set(_PROTOTYPES) <= functions


def test_structures_have_the_layout_of_the_header(tmp_path):
    """Sizes and places as a C compiler sees them."""
    import ctypes
    from tarn import _library as c
    structures = {n: s for n, s in vars(c).items()
                  if isinstance(s, type) and issubclass(s, ctypes.Structure)}
    assert len(structures) >= 10
    expected, lines = [], []
    for name, structure in structures.items():
        c_name = "tarn_" + ("fmu_run" if name == "FmuRun" else name.lower())
        lines.append(f'printf("%zu\\n", sizeof({c_name}));')
        expected.append(ctypes.sizeof(structure))
        for field, _ in structure._fields_:
            lines.append(f'printf("%zu\\n", offsetof({c_name}, {field}));')
            expected.append(getattr(structure, field).offset)
    source = tmp_path / "layout.c"
    source.write_text("#include <stdio.h>\n#include <tarn.h>\nint main(void) {"
                      + "\n".join(lines) + "return 0; }")
    subprocess.run(["gcc", f"-I{ROOT}/include", str(source), "-o", str(tmp_path / "layout")],
                   check=True)
    said = subprocess.run([str(tmp_path / "layout")], capture_output=True, text=True, check=True)
    assert [int(n) for n in said.stdout.split()] == expected


def test_an_environment_of_gymnasium_is_not_needed():
    tarn.Environment(tarn.compile(CART), ["u"], ["x"], 0.1)
    assert "gymnasium" not in sys.modules and "gym" not in sys.modules
