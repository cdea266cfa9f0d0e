import { limits } from '@latchkey/wire';
import type { Internals } from '../internals.ts';
import type { Funding, FundingAsset } from './funding.ts';

/** A funding as the page's storage keeps it, from before a person can pay: closing the window loses nothing. */
export interface KeptFunding extends Funding {
  readonly userId: string;
  readonly asset: FundingAsset;
  /** What the wallet held before, in the smallest unit as digits; null where no node said. */
  readonly before: string | null;
  /** From which balance on it counts as arrived, likewise. */
  readonly arrivedAt: string | null;
  /** The chain that pays for a transfer from another network. */
  readonly fromChainId?: number;
  /** Unix ms; null while it is under way. */
  readonly endedAtMs: number | null;
}

type Write = Omit<KeptFunding, 'userId' | 'status' | 'transactionHash' | 'startedAtMs' | 'endedAtMs'>;

/** No one is told of what was only opened, and it is forgotten after a day: a person who paid would have been seen to by then. */
const askedMs = 24 * 60 * 60_000;

const keyOf = ({ options }: Internals) => `privy:fundings:${options.appId}` as const;

/** Who in this page hears of changes; other tabs hear of them by the storage's own event. */
const listeners = new WeakMap<Internals, Set<() => void>>();

/** Lists what the signed-in user has under way in this browser, or ended lately, the newest first. */
export function listKept(internals: Internals): readonly KeptFunding[] {
  const nowMs = internals.environment.clock.now();
  const userId = internals.state.get().user?.id;
  return readAll(internals).filter((one) => one.userId === userId && isFresh(one, nowMs));
}

export function findKept(internals: Internals, id: string): KeptFunding | null {
  return listKept(internals).find((one) => one.id === id) ?? null;
}

/** Keeps a funding that a person is about to pay. */
export function keepFunding(internals: Internals, funding: Write): void {
  const { clock } = internals.environment;
  const userId = internals.state.get().user?.id ?? '';
  const kept: KeptFunding = {
    ...funding,
    userId,
    status: 'asked',
    transactionHash: null,
    startedAtMs: clock.now(),
    endedAtMs: null,
  };
  write(internals, [kept, ...readAll(internals).filter(({ id }) => id !== kept.id)]);
}

/** Notes what became of a funding. What has ended stays as it is. */
export function noteFunding(
  internals: Internals,
  id: string,
  change: Partial<Pick<KeptFunding, 'status' | 'transactionHash'>>,
): void {
  const all = readAll(internals);
  const known = all.find((one) => one.id === id);
  if (!known || known.endedAtMs !== null) return;
  const changed = { ...known, ...change };
  if (changed.status === known.status && changed.transactionHash === known.transactionHash) return;
  const endedAtMs = isOver(changed) ? internals.environment.clock.now() : null;
  write(
    internals,
    all.map((one) => (one === known ? { ...changed, endedAtMs } : one)),
  );
}

export function forgetFunding(internals: Internals, id: string): void {
  write(
    internals,
    readAll(internals).filter((one) => one.id !== id),
  );
}

/** Calls back after every change, in this page and in others; returns the function that stops it. */
export function subscribeKept(internals: Internals, listener: () => void): () => void {
  const { storage, environment } = internals;
  const own = listeners.get(internals) ?? new Set();
  listeners.set(internals, own);
  own.add(listener);
  const hear = ({ key }: StorageEvent) => storage.isEventOf(keyOf(internals), key) && listener();
  environment.window?.addEventListener('storage', hear);
  return () => {
    own.delete(listener);
    environment.window?.removeEventListener('storage', hear);
  };
}

export const isOver = ({ status }: Pick<Funding, 'status'>) =>
  status === 'completed' || status === 'failed' || status === 'refunded';

function isFresh({ status, startedAtMs, endedAtMs }: KeptFunding, nowMs: number): boolean {
  if (endedAtMs !== null) return nowMs - endedAtMs < limits.keptFundingMs;
  return status !== 'asked' || nowMs - startedAtMs < askedMs;
}

function write(internals: Internals, list: readonly KeptFunding[]): void {
  const nowMs = internals.environment.clock.now();
  const kept = list.filter((one) => isFresh(one, nowMs)).slice(0, limits.keptFundings);
  internals.storage.set(keyOf(internals), kept.length === 0 ? null : JSON.stringify(kept));
  for (const listener of listeners.get(internals) ?? []) listener();
}

function readAll(internals: Internals): readonly KeptFunding[] {
  try {
    const list: unknown = JSON.parse(internals.storage.find(keyOf(internals)) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

const ways: readonly unknown[] = ['bridge', 'coinbase', 'manual', 'moonpay', 'wallet'];
const statuses: readonly unknown[] = [
  'asked',
  'pending',
  'waitingAuthorization',
  'completed',
  'failed',
  'refunded',
];

/** Other versions of this client, and other code of the page, write there as well. */
function isKept(value: unknown): value is KeptFunding {
  const one = (value ?? {}) as Partial<Record<keyof KeptFunding, unknown>>;
  const areTexts = [one.id, one.userId, one.address, one.caip2, one.symbol, one.amount].every(
    (text) => typeof text === 'string' && text.length <= 200,
  );
  const areKnown = ways.includes(one.way) && statuses.includes(one.status);
  const isCount = (digits: unknown) =>
    digits === null || (typeof digits === 'string' && /^[0-9]{1,78}$/.test(digits));
  const { transactionHash: hash, endedAtMs } = one;
  const areFields =
    typeof one.startedAtMs === 'number' &&
    (endedAtMs === null || typeof endedAtMs === 'number') &&
    (hash === null || typeof hash === 'string') &&
    typeof one.isTest === 'boolean';
  return areTexts && areKnown && areFields && isCount(one.before) && isCount(one.arrivedAt) && hasAsset(one);
}

const hasAsset = ({ asset }: { asset?: unknown }) =>
  asset === 'native-currency' || asset === 'USDC' || typeof Object(asset).erc20 === 'string';
