"""The same question asked of Python's tools and of this analyzer, side by side, on the same samples.

Peer: running mean (numpy), effective sample size and standard error of the mean (arviz), change
points of 1000 batch means (ruptures, PELT, l2). One thread each, alternating, data in memory; only
the analysis is timed, not reading the file. Prints the median and range of each and of the ratio
within each pair.

Called by `just peers`, which installs the packages into a virtual environment.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.metadata import version

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

warnings.filterwarnings("ignore", category=FutureWarning)  # arviz announces its next version

import arviz  # noqa: E402
import numpy  # noqa: E402
import ruptures  # noqa: E402


def samples(n):
    """Whole nanoseconds, correlated, with 1 % slow samples."""
    random = numpy.random.default_rng(1)
    noise = random.uniform(-100.0, 100.0, n)
    level = numpy.empty(n)
    state = 0.0
    for start in range(0, n, 100_000):
        for i in range(start, min(start + 100_000, n)):
            state = 0.7 * state + noise[i]
            level[i] = state
    slow = (random.random(n) < 0.01) * random.uniform(6000.0, 20000.0, n)
    return numpy.round(3000.0 + level + slow)


def peer(values):
    """Seconds of the peer, and its effective sample size."""
    started = time.perf_counter()
    running = numpy.cumsum(values) / numpy.arange(1, len(values) + 1)
    chain = values[numpy.newaxis, :]
    ess = float(arviz.ess(chain, method="mean"))
    float(arviz.mcse(chain, method="mean"))
    batch = len(values) // 1000
    means = values[: 1000 * batch].reshape(1000, batch).mean(axis=1)
    scaled = means / means.std(ddof=1)
    ruptures.Pelt(model="l2", min_size=2, jump=1).fit(scaled).predict(pen=3 * numpy.log(1000))
    assert running[-1] > 0
    return time.perf_counter() - started, ess


def ours(binary, path):
    """What the analyzer says of the file."""
    return json.loads(subprocess.run([binary, path], check=True, capture_output=True, text=True).stdout)


def line(name, values, unit):
    return f"{name:<28}{statistics.median(values):10.2f} {unit}   ({min(values):.2f} to {max(values):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the built example `analyze_file`")
    parser.add_argument("--n", type=int, default=10_000_000)
    parser.add_argument("--pairs", type=int, default=3)
    arguments = parser.parse_args()
    values = samples(arguments.n)
    with tempfile.NamedTemporaryFile(suffix=".f64") as file:
        values.astype("<f8").tofile(file.name)
        theirs, mine = [], []
        for _ in range(arguments.pairs):
            seconds, ess = peer(values)
            theirs.append(seconds)
            mine.append(ours(arguments.binary, file.name))
    seconds = [result["seconds"] for result in mine]
    print(f"n = {arguments.n}, {arguments.pairs} pairs, python {sys.version.split()[0]}, "
          + ", ".join(f"{name} {version(name)}" for name in ("numpy", "arviz", "ruptures")))
    print(line("Python peer", theirs, "s"))
    print(line("cbas-convergence, everything", seconds, "s"))
    print(line("ratio within each pair", [a / b for a, b in zip(theirs, seconds)], "x"))
    memory = mine[0]["peak_mib"]
    if memory is not None:
        print(f"peak memory {memory:.0f} MiB, {memory / (arguments.n * 8 / 2**20):.2f} times the samples")
    print(f"effective samples: arviz {ess:.0f}, cbas-convergence {mine[0]['ess']:.0f}")


if __name__ == "__main__":
    main()
