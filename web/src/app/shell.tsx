import { useEffect, useRef } from 'preact/hooks';
import { FleetPage } from '../pages/fleet';
import { ObjectPage } from '../pages/object';
import { ProblemsPage } from '../pages/problems';
import { Refused, WaysOn } from '../pages/streamerror';
import { SyncPage } from '../pages/sync';
import { TablePage } from '../pages/table';
import { Notice } from '../components/notice';
import { Icon } from '../components/icons';
import { now } from '../state/clock';
import { link, refusal } from '../state/live';
import { route, type Route } from '../state/route';
import { span } from '../text/age';
import { Help, TokenDialog } from './dialogs';
import { helpOpen, paletteOpen } from './keys';
import { Nav, navOpen } from './nav';
import { Palette } from './palette';
import { nextTheme, theme } from './theme';

function titleOf(here: Route): string {
  switch (here.page) {
    case 'table':
      return here.view.resource;
    case 'object':
      return here.name;
    default:
      return here.page[0]!.toUpperCase() + here.page.slice(1);
  }
}

export function Shell() {
  const title = titleOf(route.value);
  const moved = useRef(false);
  useEffect(() => {
    document.title = `${title} · Livekube`;
    const main = document.getElementById('main');
    main?.scrollTo(0, 0);
    // The focused element may have disappeared with its page; move the focus to the new page.
    if (moved.current && document.activeElement === document.body) main?.focus({ preventScroll: true });
    moved.current = true;
  }, [title]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>
        Skip to content
      </a>
      <TopBar />
      <LinkBanner />
      <div class="frame">
        <Nav />
        <main id="main" tabIndex={-1}>
          <Page />
        </main>
      </div>
      <Palette />
      <Help />
      <TokenDialog />
    </>
  );
}

function Page() {
  const here = route.value;
  if (refusal.value) return <Refused at={here} sentence={refusal.value.sentence} />;
  switch (here.page) {
    case 'fleet':
      return <FleetPage />;
    case 'table':
      return <TablePage key={here.view.resource} view={here.view} />;
    case 'object':
      return <ObjectPage key={`${here.cluster} ${here.resource} ${here.namespace} ${here.name}`} at={here} />;
    case 'problems':
      return <ProblemsPage at={here} />;
    case 'sync':
      return <SyncPage cluster={here.cluster} />;
    case 'unknown':
      return (
        <Notice icon="not-served" title="Page not found">
          This dashboard has no page “{here.path}”.
          <WaysOn />
        </Notice>
      );
  }
}

function TopBar() {
  return (
    <header class="top">
      <button type="button" class="quiet menu" aria-label="Menu" aria-expanded={navOpen.value} onClick={() => (navOpen.value = !navOpen.value)}>
        <Icon name="menu" />
      </button>
      <a class="brand" href="#/fleet">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="brand-shape" d="M16 2 28 9v14l-12 7L4 23V9z" />
          <path class="brand-pulse" d="M7 17h4l3-7 4 12 3-5h4" />
        </svg>
        Livekube
      </a>
      <button type="button" class="search-button" onClick={() => (paletteOpen.value = true)}>
        <Icon name="search" />
        <span>Search all clusters</span>
        <kbd>Ctrl K</kbd>
      </button>
      <LinkState />
      <button type="button" class="quiet" title={`Theme: ${theme.value}`} aria-label={`Theme: ${theme.value}`} onClick={nextTheme}>
        <Icon name="theme" />
      </button>
      <button type="button" class="quiet" title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts" onClick={() => (helpOpen.value = true)}>
        <Icon name="help" />
      </button>
    </header>
  );
}

const LINK_WORDS = { connecting: 'Connecting', live: 'Connected', reconnecting: 'Reconnecting', refused: 'Refused' };

function LinkState() {
  const { state } = link.value;
  return (
    <span class={`link link-${state}`} role="status" aria-live="polite" title="Connection to the hub">
      <span class="link-dot" aria-hidden="true" />
      {LINK_WORDS[state]}
    </span>
  );
}

/** Marks the data as old while the connection is down. */
function LinkBanner() {
  const state = link.value;
  if (state.state === 'refused') {
    return state.status === 401 ? null : (
      <div class="banner is-error" role="alert">
        <Icon name="error" /> Request refused by the hub: {state.sentence}
      </div>
    );
  }
  if (state.state !== 'reconnecting' || now.value - state.since < 400) return null;
  return (
    <div class="banner is-stale">
      <Icon name="syncing" class="turning" /> Reconnecting to the hub: {state.cause}. Showing the state as of {span(now.value - state.since)} ago.
    </div>
  );
}
