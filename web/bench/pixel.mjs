// Child process of the benchmark `pixel` (lab): changes a pod in an API server, and watches the dashboard in Chromium until
// the change is painted. Uses the protocol in lab/README.md. Arguments: hub, cluster, API server, token, CA file, Chromium.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const [hub, cluster, server, token, caFile, executablePath] = process.argv.slice(2);
const tell = (event, fields = {}) => process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
const agent = new Agent({ keepAlive: true, ca: readFileSync(caFile) });

/** Sends a request to the API server, as kubectl would. */
function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/merge-patch+json' };
    const sent = request(`${server.replace(/\/$/, '')}${path}`, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** The pod that is changed. Its restart count is observed, and sorts it to the top of the table. */
class Probe {
  static async choose() {
    const { items } = await ask('GET', '/api/v1/pods?limit=1');
    const probe = new Probe();
    const { name, namespace } = items[0].metadata;
    probe.name = name;
    probe.path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
    const [first] = items[0].status.containerStatuses ?? [];
    probe.status = first ?? { name: items[0].spec.containers[0].name, image: 'probe', imageID: '', ready: true, state: { running: {} } };
    return probe;
  }

  restarts(count) {
    return ask('PATCH', this.path, { status: { containerStatuses: [{ ...this.status, restartCount: count }] } });
  }
}

/** Runs in the page: reports when the probe's row was painted with a given restart count. */
function watchPixels(name) {
  const waiting = new Map();
  const headings = [...document.querySelectorAll('[role=columnheader]')].map((heading) => heading.textContent);
  const column = headings.findIndex((text) => text.startsWith('Restarts'));
  new MutationObserver(() => {
    const row = [...document.querySelectorAll('.grid-row')].find((each) => each.textContent.includes(name));
    const value = row?.querySelectorAll('[role=gridcell]')[column]?.textContent ?? '';
    const done = waiting.get(value);
    if (!done) return;
    waiting.delete(value);
    const behind = new MessageChannel();
    behind.port1.onmessage = () => done(Date.now());
    requestAnimationFrame(() => behind.port2.postMessage(0));
  }).observe(document.querySelector('.grid'), { subtree: true, childList: true, characterData: true });
  window.painted = (value) => new Promise((resolve) => waiting.set(value, resolve));
}

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(page, probe, from, samples) {
  const [took, wrote] = [[], []];
  for (let n = from; n < from + samples; n++) {
    const painted = page.evaluate((value) => window.painted(value), String(n));
    const written = Date.now();
    await probe.restarts(n);
    wrote.push(Date.now() - written);
    took.push((await painted) - written);
    await pause(40 + Math.random() * 80); // not in step with anything
  }
  return { samples, p50_ms: percentile(took, 0.5), p99_ms: percentile(took, 0.99), max_ms: Math.max(...took), write_p50_ms: percentile(wrote, 0.5) };
}

async function main() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  try {
    const probe = await Probe.choose();
    let next = 1000;
    await probe.restarts(next++);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${hub}/#/r/pods?cluster=${cluster}&sort=-Restarts`);
    await page.locator('.grid-row', { hasText: probe.name }).waitFor();
    await page.evaluate(watchPixels, probe.name);
    tell('ready');
    for await (const line of createInterface({ input: process.stdin })) {
      const { cmd, samples } = JSON.parse(line);
      tell(cmd, await measure(page, probe, next, samples));
      next += samples;
    }
  } finally {
    await browser.close();
  }
}

main().catch((e) => {
  tell('error', { message: e.message });
  process.exitCode = 1;
});
