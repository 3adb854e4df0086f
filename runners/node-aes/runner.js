'use strict';
// AES of Node.js as a runner of `cbas bench`: protocol cbas-runner/1, docs/FORMATS.md. Node 18 or newer, no packages.

const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const OPERATION = /^aes-(128|192|256)-(cbc|ctr|gcm)-(\d+)(-file)?$/;
const scratch = [];

function say(message) {
  return JSON.stringify(message) + '\n';
}

function hello() {
  const workloads = [];
  for (const bits of [128, 192, 256]) {
    for (const mode of ['cbc', 'ctr', 'gcm']) workloads.push(`aes-${bits}-${mode}-*`);
  }
  const mask = process.env.OPENSSL_ia32cap;
  const about = `OpenSSL ${process.versions.openssl}, OPENSSL_ia32cap ${mask === undefined ? 'not set' : mask}`;
  return say({ hello: { protocol: 'cbas-runner/1', runner: 'node', version: process.versions.node, workloads, about } });
}

// The inputs lie in one file, field behind field: key, initialisation vector, message.
function load({ file, count, fields }) {
  const bytes = fs.readFileSync(file);
  let at = 0;
  const field = (length) => bytes.subarray(at, (at += length));
  return Array.from({ length: count }, () => {
    const [key, iv, message] = fields.map(field);
    return { key, iv, message };
  });
}

function encrypt(algorithm, tagged, { key, iv }, message) {
  const cipher = crypto.createCipheriv(algorithm, key, iv);
  const parts = [cipher.update(message), cipher.final()];
  if (tagged) parts.push(cipher.getAuthTag());
  return Buffer.concat(parts);
}

// A workload is made when it is first asked for: nothing is encrypted before it is timed.
function prepare(id, inputs) {
  const match = OPERATION.exec(id);
  if (!match) throw new Error(`${id} is none of its workloads`);
  if (!inputs) throw new Error(`${id} needs inputs`);
  const [, bits, mode, , file] = match;
  const algorithm = `aes-${bits}-${mode}`;
  const tagged = mode === 'gcm';
  const pool = load(inputs);
  if (!file) return { pool, next: 0, operate: (input) => encrypt(algorithm, tagged, input, input.message) };
  for (const input of pool) {
    const stem = path.join(os.tmpdir(), `cbas-node-${process.pid}-${scratch.length}`);
    input.from = `${stem}.message`;
    input.to = `${stem}.ciphertext`;
    scratch.push(input.from, input.to);
    fs.writeFileSync(input.from, input.message);
  }
  const operate = (input) => {
    const ciphertext = encrypt(algorithm, tagged, input, fs.readFileSync(input.from));
    fs.writeFileSync(input.to, ciphertext);
    return ciphertext;
  };
  return { pool, next: 0, operate };
}

// Times first and writes afterwards: nothing is said between two samples.
function measure(workload, { n, warm_up, batch }) {
  const times = new Float64Array(warm_up + n);
  const { pool, operate } = workload;
  for (let sample = 0; sample < times.length; sample += 1) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < batch; i += 1) {
      operate(pool[workload.next]);
      workload.next = workload.next + 1 === pool.length ? 0 : workload.next + 1;
    }
    times[sample] = Number(process.hrtime.bigint() - start);
  }
  const lines = Array.from(times, (wall_ns, sample) => {
    const measured = sample >= warm_up;
    const i = measured ? sample - warm_up : sample;
    return say({ sample: { phase: measured ? 'measured' : 'warm-up', i, batch, wall_ns, cpu_ns: null } });
  });
  return lines.join('') + say({ done: {} });
}

// SHA-256 over the outputs on all inputs, each behind its length as 8 big-endian bytes.
function digest({ pool, operate }) {
  const hash = crypto.createHash('sha256');
  const length = Buffer.alloc(8);
  for (const input of pool) {
    const output = operate(input);
    length.writeBigUInt64BE(BigInt(output.length));
    hash.update(length).update(output);
  }
  return say({ done: { digest: hash.digest('hex') } });
}

const workloads = new Map();

function answer(line) {
  try {
    const { run } = JSON.parse(line);
    const key = `${run.workload} ${run.inputs && run.inputs.file}`;
    if (!workloads.has(key)) workloads.set(key, prepare(run.workload, run.inputs));
    const workload = workloads.get(key);
    return run.n === 0 ? digest(workload) : measure(workload, run);
  } catch (error) {
    return say({ error: String(error && error.message) });
  }
}

process.on('exit', () => scratch.forEach((file) => fs.rmSync(file, { force: true })));
process.stdout.write(hello());
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => process.stdout.write(answer(line)));
