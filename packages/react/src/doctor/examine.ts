import { getWalletFrameState, type LatchkeyClient, subscribeWalletFrame } from '@latchkey/core';
import type { ErrorCode, ServiceError } from '@latchkey/wire';
import { diagnose, type Finding } from './diagnose.ts';
import { readOpenerPolicy } from './readOpenerPolicy.ts';

interface Chart {
  findings: readonly Finding[];
  /** Checks whose finding was already logged to the console. */
  readonly told: Set<Finding['check']>;
  readonly listeners: Set<() => void>;
}

const silences: readonly ErrorCode[] = ['network_error', 'client_request_timeout'];

const charts = new WeakMap<LatchkeyClient, Chart>();

function chartOf(client: LatchkeyClient): Chart {
  const known = charts.get(client);
  if (known) return known;
  const chart: Chart = { findings: [], told: new Set(), listeners: new Set() };
  charts.set(client, chart);
  return chart;
}

export const getFindings = (client: LatchkeyClient): readonly Finding[] => chartOf(client).findings;

export function subscribeFindings(client: LatchkeyClient, listener: () => void): () => void {
  const { listeners } = chartOf(client);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Watches the environment of a client's page, and logs the finding of each check once. Starts the client again if the
 * service did not respond.
 *
 * @returns a function that ends the watch
 */
export function examine(client: LatchkeyClient, page: Window = window): () => void {
  const chart = chartOf(client);
  let [isServiceBlocked, isOver] = [false, false];
  let firstSilence: ServiceError | null = null;
  let openerPolicy: string | null = null;

  function look(): void {
    if (isOver) return;
    const { error } = client.getState();
    const { appId, apiUrl } = client.options;
    const silence = error && silences.includes(error.code) ? error : null;
    const isServiceSilent = silence !== null && firstSilence !== null && silence !== firstSilence;
    const found = diagnose({
      appId,
      apiUrl,
      error,
      isServiceBlocked,
      isServiceSilent,
      openerPolicy,
      origin: page.location.origin,
      isSecureContext: page.isSecureContext,
      frameError: getWalletFrameState(client).error,
    });
    if (silence && !firstSilence && !isServiceBlocked) {
      // The page's policy may have blocked the calls before the listener was added, so they are retried.
      firstSilence = silence;
      void retry(silence);
    }
    publish(chart, found);
  }

  /** Starts the client again. If the first call joins a start that is ending, a second call makes the request. */
  async function retry(first: ServiceError): Promise<void> {
    await client.start();
    if (!isOver && client.getState().error === first) await client.start();
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
  if (String(found.map(({ check }) => check)) === String(chart.findings.map(({ check }) => check))) return;
  chart.findings = found;
  for (const { check, line, todo, what } of found) {
    if (chart.told.has(check)) continue;
    chart.told.add(check);
    // biome-ignore lint/suspicious/noConsole: the developer's console is what this is for.
    console.error(`[latchkey] ${what}\n${todo}\n\n  ${line}\n`);
  }
  for (const listener of [...chart.listeners]) listener();
}
