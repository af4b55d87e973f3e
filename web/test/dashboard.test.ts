import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, PATIENCE_MS } from './processes';
import { figures, percentile, processorTime } from './figures';
import { Stage } from './stage';

let stage: Stage;
const pages: Page[] = [];

beforeAll(async () => {
  stage = await Stage.set();
  await eventually('the first rows', async () => {
    const response = await fetch(`${stage.hub}/api/v1/clusters/demo`);
    const { kinds } = (await response.json()) as { kinds: { resource: string; state: string }[] };
    return kinds.some((kind) => kind.resource === 'pods' && kind.state === 'synced');
  });
});

afterAll(() => stage?.close());

afterEach(async () => {
  stage.proxy.mend();
  await Promise.all(pages.splice(0).map((page) => page.close()));
});

/** Opens a page; an uncaught error in it fails the test. */
async function open(hash: string, options: Parameters<Stage['open']>[1] = {}): Promise<Page> {
  const page = await stage.open(hash, options);
  page.on('pageerror', (error) => {
    throw error;
  });
  pages.push(page);
  return page;
}

const rowOf = (page: Page, name: string): Locator => page.locator('.grid-row', { hasText: name });
const cellOf = (page: Page, name: string, column: number): Locator => rowOf(page, name).locator('[role=gridcell]').nth(column);

test('rows appear, update and vanish as the cluster changes', async () => {
  const page = await open('#/r/pods?cluster=demo&namespace=default&q=live-');
  await page.getByText('No rows match').waitFor();
  await stage.simulated.createPod('live-1');
  await rowOf(page, 'live-1').waitFor();
  await stage.simulated.setRestarts('live-1', 7);
  await cellOf(page, 'live-1', 3).getByText('7').waitFor();
  await page.locator('.hot-odd, .hot-even').first().waitFor();
  await stage.picture(page, 'table-live');
  await stage.simulated.deletePod('live-1');
  await rowOf(page, 'live-1').waitFor({ state: 'detached' });
});

test('after a lost connection the stream resumes, and no change is lost', async () => {
  await stage.simulated.createPod('cut-old');
  const page = await open('#/r/pods?cluster=demo&namespace=default&q=cut-');
  await rowOf(page, 'cut-old').waitFor();
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/stream')) asked.push(request.headers()['last-event-id']);
  });
  stage.proxy.cut();
  await page.getByText('Reconnecting to the hub').waitFor();
  await stage.picture(page, 'reconnecting');
  await stage.simulated.deletePod('cut-old');
  await stage.simulated.createPod('cut-new');
  stage.proxy.mend();
  await rowOf(page, 'cut-new').waitFor();
  await rowOf(page, 'cut-old').waitFor({ state: 'detached' });
  await page.getByText('Reconnecting to the hub').waitFor({ state: 'detached' });
  expect(asked.at(-1)).toBeTruthy();
  await stage.simulated.deletePod('cut-new');
});

test('each state has its own look and its own words', async () => {
  await stage.everyState();

  const fleet = await open('#/fleet');
  const card = (id: string) => fleet.locator('.card', { has: fleet.getByRole('heading', { name: id, exact: true }) });
  for (const [id, words] of [['demo', 'Live'], ['late', 'Stale'], ['unheard', 'Disconnected'], ['paused', 'Sync off'], ['loading', 'Syncing'], ['locked', 'Forbidden']] as const) {
    await card(id).locator('.badge', { hasText: words }).waitFor();
  }
  await card('locked').getByText('is not allowed to read any kind').waitFor();
  await fleet.locator('.page-head', { hasText: `${await fleet.locator('.card').count()} clusters, 1 live` }).waitFor();
  await stage.picture(fleet, 'fleet');

  const table = async (id: string, text: string | RegExp, tone: string) => {
    const page = await open(`#/r/pods?cluster=${id}`);
    await page.locator(`.is-${tone}`, { hasText: text }).first().waitFor();
    await stage.picture(page, `state-${tone}`);
  };
  await table('loading', 'First sync in progress', 'syncing');
  await table('locked', 'not allowed to read this', 'forbidden');
  await table('late', 'Stale', 'stale');
  await table('unheard', 'not connected', 'disconnected');
  await table('paused', /[Ss]ync (is )?off/, 'off');

  const empty = await open('#/r/pods?cluster=demo&namespace=nowhere');
  await empty.getByText('No Pods found').waitFor();
  await stage.picture(empty, 'state-empty');
});

test('an object page distinguishes unreadable, stale and unsynced objects from missing ones', async () => {
  await stage.everyState();
  const object = async (id: string, tone: string, text: string | RegExp) => {
    const page = await open(`#/o/${id}/pods/team-0/pod-00000`);
    await page.locator(`.is-${tone}`, { hasText: text }).first().waitFor();
    await stage.picture(page, `object-${tone}`);
    expect(await page.getByText(/This object was deleted|Object not found/).count()).toBe(0);
    return page;
  };
  const readable = async (page: Page) => {
    await page.getByRole('tab', { name: 'YAML' }).click();
    await page.locator('.yaml-line', { hasText: 'image: nginx:1.27' }).waitFor();
  };
  for (const [id, tone, text] of [['locked', 'forbidden', /not allowed to read this.*the agent may not list them/], ['loading', 'syncing', /First sync in progress.*1,200 objects so far/]] as const) {
    const page = await object(id, tone, text);
    expect(await page.getByRole('tab').count()).toBe(0);
  }
  await readable(await object('late', 'stale', /last known/));
  await readable(await object('paused', 'off', /last known/));
});

test('turning a cluster off does not make its open object look deleted', async () => {
  await stage.pushed('turned').pods(1);
  const page = await open('#/o/turned/pods/team-0/pod-00000');
  await page.locator('.page-head .is-fresh').waitFor();
  const ever = await everSaid(page);
  await stage.setSync('turned', 'off');
  await page.locator('.page-head .is-off').waitFor();
  expect(await ever(/This object was deleted|There is no|not found|No \w+ found/)).toBe(false);
});

test('an object page shows summary, YAML, events, relations, and a diff of each change', async () => {
  await stage.simulated.createPod('looked-at');
  await stage.simulated.setRestarts('looked-at', 1);
  const page = await open('#/o/demo/pods/default/looked-at');
  await page.getByRole('heading', { name: 'looked-at', level: 1 }).waitFor();
  await page.getByText('No related objects').or(page.locator('.graph .node').first()).waitFor();
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.locator('.yaml-line', { hasText: 'image: nginx:1.27' }).waitFor();
  await page.getByRole('button', { name: 'Fold spec' }).click();
  expect(await page.locator('.yaml-line', { hasText: 'image: nginx:1.27' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText('No events').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await stage.simulated.sayOf('looked-at', 'BackOff', 'Back-off restarting failed container');
  await page.getByRole('row', { name: /BackOff Back-off restarting/ }).waitFor();
  expect(asked.filter((url) => /events/.test(url))).toEqual([]); // they came with the stream
  await stage.picture(page, 'object-events');
  await page.keyboard.press('4');
  await page.getByRole('tab', { name: 'Changes', selected: true }).waitFor();
  await stage.simulated.setRestarts('looked-at', 3);
  await page.locator('.change', { hasText: 'status.containerStatuses[app].restartCount' }).locator('.added', { hasText: '3' }).waitFor();
  await stage.picture(page, 'object-changes');
  await stage.simulated.deletePod('looked-at');
  await page.getByText('This object was deleted').waitFor();
});

test('related objects are updated even while the object itself does not change', async () => {
  await stage.simulated.createService('joined', 'joiner');
  const page = await open('#/o/demo/services/default/joined');
  await page.getByText('No related objects').waitFor();
  await stage.simulated.createPod('joiner');
  const node = page.locator('.graph').getByRole('link', { name: 'Pod joiner' });
  await node.waitFor();
  await stage.simulated.deletePod('joiner');
  await node.waitFor({ state: 'detached' });
});

test('every page can be reached with the keyboard, and the URL holds the view', async () => {
  const page = await open('#/fleet');
  await page.getByRole('heading', { name: 'Fleet' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Problems' }).waitFor();
  await page.locator('.grid-row .tag.is-error').first().waitFor();
  await stage.picture(page, 'problems');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${stage.proxy.url}/#/r/pods?cluster=demo`);
  await page.locator('.grid-row').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('coredns');
  await eventually('the filter in the address', () => page.url().includes('q=coredns'));
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=grid]:focus .grid-row[aria-selected=true]').waitFor();
  await page.keyboard.press('Enter');
  await eventually('the object', () => page.url().includes('#/o/demo/pods/'));
  await page.goBack();
  await rowOf(page, 'coredns').first().waitFor();
  expect(await page.getByLabel('Filter rows').inputValue()).toBe('coredns');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.locator('[role=grid]:focus .grid-row[aria-selected=true]').waitFor();
});

test('a URL of an unknown kind shows an error with links to other pages', async () => {
  const page = await open('#/r/deploymets');
  await page.getByText('There is no resource deploymets').waitFor();
  await page.getByRole('navigation', { name: 'Pages and kinds' }).getByRole('link', { name: 'Pods', exact: true }).waitFor();
  await page.locator('.link-live').waitFor();
  await stage.picture(page, 'unknown-kind');
  await page.locator('.meant').getByRole('link', { name: 'Deployments' }).click();
  await page.getByRole('heading', { name: 'Deployments', level: 1 }).waitFor();
  await page.locator('.grid-row').first().waitFor();
});

test('a page for a kind that does not exist yet shows it once a cluster has it', async () => {
  const growing = stage.pushed('growing');
  await growing.pods(1);
  const page = await open('#/r/gadgets.example.io?cluster=growing');
  await page.getByText('There is no resource gadgets.example.io').waitFor();
  await growing.gadget('first-gadget');
  await rowOf(page, 'first-gadget').waitFor();
});

test('problems are counted by reason, and can be filtered by one', async () => {
  const page = await open('#/problems');
  const reasons = page.getByRole('group', { name: 'Problems by reason' }).getByRole('button');
  await reasons.first().waitFor();
  const [, reason, count] = /^(\S+) (\d+)$/.exec((await reasons.first().textContent())!)!;
  await reasons.first().click();
  await eventually('only those rows', async () => (await page.locator('.grid').getAttribute('aria-rowcount')) === String(Number(count) + 1));
  expect(page.url()).toContain(`reason=${reason}`);
});

test('the search palette finds objects in all clusters', async () => {
  await stage.simulated.createPod('needle-in-hay');
  const page = await open('#/fleet', { dark: true });
  await page.getByRole('heading', { name: 'Fleet' }).waitFor();
  await eventually('the search to know it', async () => {
    const answer = (await (await fetch(`${stage.hub}/api/v1/search?q=needle-in`)).json()) as { total?: number };
    return (answer.total ?? 0) > 0;
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('needle-in');
  await page.keyboard.press('Enter'); // before there are results
  await page.getByRole('heading', { name: 'needle-in-hay' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Fleet' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('needle-in');
  expect(await page.getByRole('combobox').inputValue()).toBe('needle-in');
  await page.getByRole('option', { name: /needle-in-hay/ }).first().waitFor();
  await stage.picture(page, 'palette-dark');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'needle-in-hay' }).waitFor();
  await stage.simulated.deletePod('needle-in-hay');
});

test('the dark theme and the phone layout work', async () => {
  const page = await open('#/r/pods?cluster=demo', { dark: true, width: 390 });
  await page.locator('.grid-row').first().waitFor();
  const lightness = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)![0]));
  expect(await lightness()).toBeLessThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await page.locator('.grid').evaluate((grid) => grid.scrollWidth)).toBe(390);
  await page.locator('.grid-row').first().getByText('Running').waitFor();
  await page.getByLabel('Sort by').selectOption('Restarts');
  await eventually('the order in the address', () => page.url().includes('sort=restarts'));
  await stage.picture(page, 'phone-dark');
  await page.getByRole('button', { name: /Theme/ }).click();
  expect(await lightness()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Deployments', exact: true }).click();
  await page.getByRole('heading', { name: 'Deployments' }).waitFor();
});

test('every control has a name, and the keyboard reaches them in page order', async () => {
  for (const hash of ['#/fleet', '#/r/pods?cluster=demo', '#/problems', '#/sync/demo', '#/o/demo/nodes/-/node-1']) {
    const page = await open(hash);
    await page.locator('.card, .grid-row, .panel, .notice').first().waitFor();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a, button, input, select, [role=img], [role=grid], [tabindex="0"]')]
        .filter((each) => {
          const labels = 'labels' in each ? [...((each.labels as NodeList | null) ?? [])].map((label) => label.textContent) : [];
          return ![each.getAttribute('aria-label'), each.textContent, ...labels].some((text) => text?.trim());
        })
        .map((each) => each.outerHTML.slice(0, 120)),
    );
    expect(nameless, hash).toEqual([]);
  }
  const page = await open('#/fleet');
  await page.locator('.card').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.card') !== null)).toBe(true);
});

test('the sync page shows the state and the cost of each kind', async () => {
  const page = await open('#/sync/demo');
  await page.getByRole('cell', { name: 'deployments.apps' }).waitFor();
  await page.getByLabel('Memory by kind').getByText('pods', { exact: true }).waitFor();
  await page.getByText(/session .* opened/).first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open('#/r/pods?cluster=demo'); // the hub reports one more stream, and no other change
  await page.getByRole('row', { name: /^Bytes received \d.*B \d.*B$/ }).waitFor();
  await stage.picture(page, 'sync');
  expect(asked).toEqual([]);
  await stage.simulated.createPod('counted');
  await eventually('the page to ask again', () => asked.some((url) => url.endsWith('/memory')));
  await stage.simulated.deletePod('counted');
});

test('the fleet page changes the sync mode and starts a resync', async () => {
  const page = await open('#/fleet');
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'demo', exact: true }) });
  const mode = (name: string) => card.getByRole('radio', { name, exact: true });
  await eventually('the mode in force', () => mode('on').isChecked());
  await card.getByText('auto', { exact: true }).click();
  await card.getByText('Sync is now auto.').waitFor();
  const one = (await (await fetch(`${stage.hub}/api/v1/clusters/demo`)).json()) as { mode: string };
  expect(one.mode).toBe('auto');
  await card.getByText('on', { exact: true }).click();
  await card.getByText('Sync is now on.').waitFor();
  await card.getByRole('button', { name: 'Resync' }).click();
  await card.getByText('Resync started.').waitFor();
  await eventually('the mode in force again', () => mode('on').isChecked());
});

test('the token dialog appears if the hub requires a token', async () => {
  const token = 'a-reader-token-of-this-test';
  const page = await open('#/fleet', { base: await stage.lockedHub(token) });
  await page.getByLabel('Token', { exact: true }).last().waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape'); // the dialog cannot be dismissed
  await page.getByLabel('Token', { exact: true }).last().fill('not-this-one-but-long');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Unknown token').waitFor();
  await page.getByLabel('Token', { exact: true }).last().fill(token);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.card').first().waitFor();
});

test('50,000 pods scroll smoothly', async () => {
  const began = Date.now();
  await stage.pushed('big').pods(50_000);
  const pushed = Date.now();
  const page = await open('#/r/pods?cluster=big');
  await page.getByText('50,000 rows').waitFor({ timeout: PATIENCE_MS });
  console.log(`50,000 pods: pushed in ${pushed - began} ms, on the page in ${Date.now() - pushed} ms`);
  const still = await page.evaluate(async () => {
    const frames: number[] = [];
    for (let i = 0, last = performance.now(); i < 30; i++) {
      const time = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(time - last);
      last = time;
    }
    return frames;
  });
  const scroll = () => page.evaluate(async () => {
    const grid = document.querySelector('.grid')!;
    const frames: number[] = [];
    let blank = 0;
    let most = 0;
    let last = performance.now();
    for (let i = 0; i < 150; i++) {
      grid.scrollTop += i < 100 ? 240 : 23_000;
      const time = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(time - last);
      last = time;
      const rows = grid.querySelectorAll('.grid-row');
      most = Math.max(most, rows.length);
      if (rows.length < 20) blank++;
    }
    return { frames: frames.slice(1), blank, most };
  });
  let seen!: Awaited<ReturnType<typeof scroll>>;
  const work = (await processorTime(page, async () => (seen = await scroll()))) / (seen.frames.length + 1);
  console.log(`frames while 50,000 rows scroll: ${figures(seen.frames)}, ${work.toFixed(1)} ms of work each; while nothing moves: ${figures(still)}`);
  await stage.picture(page, 'table-50000');
  expect(seen.blank).toBe(0);
  expect(seen.most).toBeLessThan(100);
  // Sixty frames per second leave 16.7 ms for each; on a busy machine, frames are late even while nothing moves.
  expect(work).toBeLessThan(16);
  expect(percentile(seen.frames, 0.5)).toBeLessThan(Math.max(100, 4 * percentile(still, 0.5)));
  await page.getByLabel('Filter rows').fill('pod-49999');
  await rowOf(page, 'pod-49999').waitFor();
  await page.getByText('1 of 50,000').waitFor();
});

test('latency from a change in the API server to the painted row, measured in the browser', async () => {
  await stage.simulated.createPod('timed');
  const page = await open('#/r/pods?cluster=demo&namespace=default&q=timed');
  await rowOf(page, 'timed').waitFor();
  await page.evaluate(() => {
    const painted: Record<string, number> = {};
    Object.assign(window, { painted });
    new MutationObserver(() => {
      const text = document.querySelectorAll('.grid-row [role=gridcell]')[3]?.textContent ?? '';
      if (text in painted) return;
      painted[text] = 0;
      requestAnimationFrame(() => setTimeout(() => (painted[text] = Date.now())));
    }).observe(document.querySelector('.grid')!, { subtree: true, childList: true, characterData: true });
  });
  const took: number[] = [];
  for (let n = 1; n <= 40; n++) {
    const written = Date.now();
    await stage.simulated.setRestarts('timed', n);
    const at = await page.waitForFunction((value) => (window as unknown as { painted: Record<string, number> }).painted[value], String(n), { polling: 20 });
    took.push(Number(await at.jsonValue()) - written);
  }
  console.log(`from the write to the pixel: ${figures(took)}`);
  expect(percentile(took, 0.5)).toBeLessThan(3000);
  await stage.simulated.deletePod('timed');
});

test('after a restart of the hub every page recovers, and makes no false claims in the meantime', async () => {
  await stage.simulated.createPod('survivor');
  await stage.pushed('left').pods(1);
  const page = await open('#/r/pods?cluster=demo&namespace=default&q=again-');
  const object = await open('#/o/demo/pods/default/survivor');
  const left = await open('#/o/left/pods/team-0/pod-00000'); // its agent does not reconnect
  const custom = await open('#/r/applications.delivery.example.io?cluster=demo');
  await page.getByText('No rows match').waitFor();
  await object.getByRole('tab', { name: 'YAML' }).waitFor();
  await left.getByRole('tab', { name: 'YAML' }).waitFor();
  await custom.locator('.grid-row').first().waitFor();
  const said = await Promise.all([object, left, custom].map(everSaid));
  await stage.stopHub();
  await page.getByText('Reconnecting to the hub').waitFor();
  await stage.startHub();
  await stage.simulated.createPod('again-1');
  await rowOf(page, 'again-1').waitFor({ timeout: PATIENCE_MS });
  await object.locator('.page-head .is-fresh').waitFor({ timeout: PATIENCE_MS });
  await left.getByText('Showing the last known state').waitFor();
  await stage.picture(left, 'object-unsure');
  await custom.locator('.link-live').waitFor({ timeout: PATIENCE_MS });
  await custom.locator('.grid-row').first().waitFor({ timeout: PATIENCE_MS });
  for (const ever of said) expect(await ever(/This object was deleted|There is no|not found|No \w+ found/)).toBe(false);
  await stage.simulated.deletePod('survivor');
  await object.getByText('This object was deleted').waitFor();
});

/** Records every text that a page shows from now on, however briefly. */
async function everSaid(page: Page): Promise<(what: RegExp) => Promise<boolean>> {
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver(() => said.add(document.querySelector('main')!.textContent)).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return async (what) => (await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])).some((text) => what.test(text));
}
