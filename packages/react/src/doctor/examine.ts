import { getWalletFrameState, type LatchkeyClient, subscribeWalletFrame } from '@latchkey/core/startup';
import { diagnose, type Finding } from './diagnose.ts';
import { readOpenerPolicy } from './readOpenerPolicy.ts';

/** What was found so far around the page of one client. A new list after every change. */
interface Chart {
  findings: readonly Finding[];
  /** What the console has heard already. */
  readonly told: Set<Finding['cause']>;
  readonly listeners: Set<() => void>;
}

const charts = new WeakMap<LatchkeyClient, Chart>();

function chartOf(client: LatchkeyClient): Chart {
  const known = charts.get(client);
  if (known) return known;
  const chart: Chart = { findings: [], told: new Set(), listeners: new Set() };
  charts.set(client, chart);
  return chart;
}

/** What the Doctor found so far. */
export const getFindings = (client: LatchkeyClient): readonly Finding[] => chartOf(client).findings;

/** Calls back when something more was found; returns the function that stops it. */
export function subscribeFindings(client: LatchkeyClient, listener: () => void): () => void {
  const { listeners } = chartOf(client);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Watches what surrounds a client's page, and tells the console of each fault once. Changes nothing and throws nothing.
 *
 * @returns the function that ends it
 */
export function examine(client: LatchkeyClient, page: Window = window): () => void {
  const chart = chartOf(client);
  let [isServiceBlocked, hasAskedAgain, isOver] = [false, false, false];
  let openerPolicy: string | null = null;

  function look(): void {
    if (isOver) return;
    const { error } = client.getState();
    const { appId, apiUrl } = client.options;
    const found = diagnose({
      ...{ appId, apiUrl, error, isServiceBlocked, openerPolicy },
      origin: page.location.origin,
      isSecureContext: page.isSecureContext,
      frameError: getWalletFrameState(client).error,
    });
    if (error?.code === 'network_error' && !isServiceBlocked && !hasAskedAgain) {
      // What refused the calls may have been the page's policy, before anybody listened.
      hasAskedAgain = true;
      void client.start();
    }
    publish(chart, found);
  }

  function seeViolation({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return;
    if (!blockedURI.startsWith(client.options.apiUrl)) return;
    isServiceBlocked = true;
    look();
  }

  page.document.addEventListener('securitypolicyviolation', seeViolation);
  const stops = [client.subscribe(look), subscribeWalletFrame(client, look)];
  look();
  void readOpenerPolicy(page).then((policy) => {
    openerPolicy = policy;
    look();
  });
  return () => {
    isOver = true;
    page.document.removeEventListener('securitypolicyviolation', seeViolation);
    for (const stop of stops) stop();
  };
}

function publish(chart: Chart, found: readonly Finding[]): void {
  if (String(found.map(({ cause }) => cause)) === String(chart.findings.map(({ cause }) => cause))) return;
  chart.findings = found;
  for (const { cause, what, where, line } of found) {
    if (chart.told.has(cause)) continue;
    chart.told.add(cause);
    // biome-ignore lint/suspicious/noConsole: the developer's console is what this is for.
    console.error(`[latchkey] ${what}\n${where}\n\n  ${line}\n`);
  }
  for (const listener of [...chart.listeners]) listener();
}
