"""SHA-256 of Python as a runner of `cbas bench`: any language can be one. Protocol: docs/FORMATS.md."""
import hashlib, json, sys, time

def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")

def load(inputs):
    with open(inputs["file"], "rb") as file:
        return [[file.read(length) for length in inputs["fields"]] for _ in range(inputs["count"])]

def digest(pool):
    outputs = [hashlib.sha256(message).digest() for message, in pool]
    return hashlib.sha256(b"".join(len(o).to_bytes(8, "big") + o for o in outputs)).hexdigest()

def measure(pool, n, warm_up, batch):
    for sample in range(warm_up + n):  # times first; writes when all is timed
        start = time.perf_counter_ns()
        for i in range(batch):
            hashlib.sha256(pool[i % len(pool)][0]).digest()
        yield time.perf_counter_ns() - start

version = sys.version.split()[0]
say(hello={"protocol": "cbas-runner/1", "runner": "python", "version": version, "workloads": ["hash-256"]})
sys.stdout.flush()
for line in iter(sys.stdin.readline, ""):
    run = json.loads(line)["run"]
    pool, n, warm_up, batch = load(run["inputs"]), run["n"], run["warm_up"], run["batch"]
    for k, ns in enumerate(list(measure(pool, n, warm_up, batch))):
        phase, i = ("warm-up", k) if k < warm_up else ("measured", k - warm_up)
        say(sample={"phase": phase, "i": i, "batch": batch, "wall_ns": ns})
    say(done={} if n else {"digest": digest(pool)})
    sys.stdout.flush()
