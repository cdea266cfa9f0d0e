import { fail, findFundingProvider, limits, type OnRampWay } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import { withStorageLock } from '../storageLock.ts';
import type { Funding, FundingAsset, FundingWay } from './funding.ts';

/**
 * Funding in the page's storage: one that started in this browser, stored before the user can pay so that a later
 * page finds it, or one from the service's list that the user dismissed.
 */
export interface KeptFunding extends Funding {
  readonly userId: string;
  readonly asset: FundingAsset;
  /**
   * Wallet's balance before the funding, plus what other fundings brought since; digits in the smallest unit. Null if
   * it is unknown or not watched.
   */
  readonly before: string | null;
  /** Balance at which the funding counts as arrived, in the same form. */
  readonly arrivedAt: string | null;
  /** Time of the end or the dismissal, Unix ms by the service's clock, like `startedAtMs`; null before. */
  readonly endedAtMs: number | null;
  /** True if the user dismissed it. It is kept, because the service's list would otherwise show it again. */
  readonly isDismissed?: boolean;
}

export type NewFunding = Omit<
  KeptFunding,
  'userId' | 'status' | 'transactionHash' | 'startedAtMs' | 'endedAtMs'
>;

const dayMs = 24 * 60 * 60_000;
/** Time in ms for which a funding is kept that nobody has reported as paid. */
const askedMs = dayMs;
/** Maximum age in ms of a paid funding without a known end. The service lists purchases for as long. */
const underWayMs = 30 * dayMs;

const keyOf = (page: PageContext) => `privy:fundings:${page.options.appId}` as const;

/** Listeners in this page. Other tabs learn of changes through storage events. */
const listeners = new WeakMap<PageContext, Set<() => void>>();

/** Lists the signed-in user's fundings in this browser that were opened, are under way or ended recently. */
export function listKeptFundings(session: SessionContext): readonly KeptFunding[] {
  const nowMs = session.page.serverClock.now();
  const userId = session.state.get().user?.id;
  return readAll(session.page).filter((one) => one.userId === userId && isFresh(one, nowMs));
}

export function findKeptFunding(session: SessionContext, id: string): KeptFunding | null {
  return listKeptFundings(session).find((one) => one.id === id) ?? null;
}

/** Returns the stored balances for an amount that should arrive, in the smallest unit; null if the balance is unknown. */
export function toArrival(before: bigint | null, amount: bigint): Pick<KeptFunding, 'before' | 'arrivedAt'> {
  return {
    before: before === null ? null : String(before),
    arrivedAt: before === null ? null : String(before + amount),
  };
}

/**
 * Stores a funding that the user is about to pay.
 *
 * @returns false if one with this id is already stored; it stays unchanged
 * @throws ServiceError `must_be_authenticated` if the user has logged out
 */
export async function keepFunding(session: SessionContext, funding: NewFunding): Promise<boolean> {
  const userId = session.state.get().user?.id ?? fail('must_be_authenticated');
  const kept: KeptFunding = {
    ...funding,
    userId,
    status: 'asked',
    transactionHash: null,
    startedAtMs: session.page.serverClock.now(),
    endedAtMs: null,
  };
  return change(session.page, (all) => (all.some(({ id }) => id === kept.id) ? null : [kept, ...all]));
}

/**
 * Stores a new status of a funding. Statuses only move forward, and an ended or dismissed funding does not change. But a
 * failed one can still complete: if a card is declined, the user can pay with another one. If the funding completes,
 * raises the targets of other fundings with the same coin for the same wallet.
 */
export async function noteFunding(
  page: PageContext,
  id: string,
  news: Partial<Pick<KeptFunding, 'status' | 'transactionHash'>>,
): Promise<void> {
  await change(page, (all) => {
    const known = all.find((one) => one.id === id);
    if (!known) return null;
    const { status = known.status, transactionHash = known.transactionHash } = news;
    const isPaidAfterAll = known.status === 'failed' && status === 'completed';
    if (known.endedAtMs !== null && !isPaidAfterAll) return null;
    const isRise = statuses.indexOf(status) > statuses.indexOf(known.status);
    if (!isRise && transactionHash === known.transactionHash) return null;
    const changed = { ...known, transactionHash, status: isRise ? status : known.status };
    const endedAtMs = isOver(changed) ? page.serverClock.now() : null;
    return all.map((one) => {
      if (one === known) return { ...changed, endedAtMs };
      return changed.status === 'completed' ? raise(one, known) : one;
    });
  });
}

/** Raises the target of another funding of the same wallet and coin, so the coins that arrived count only once. */
function raise(one: KeptFunding, arrived: KeptFunding): KeptFunding {
  const isSamePlace =
    one.caip2 === arrived.caip2 &&
    one.address.toLowerCase() === arrived.address.toLowerCase() &&
    JSON.stringify(one.asset) === JSON.stringify(arrived.asset);
  if (!isSamePlace || one.endedAtMs !== null || one.before === null || one.arrivedAt === null) return one;
  if (arrived.before === null || arrived.arrivedAt === null) return one;
  if (BigInt(one.before) >= BigInt(arrived.arrivedAt)) return one;
  const more = BigInt(arrived.arrivedAt) - BigInt(arrived.before);
  return {
    ...one,
    before: String(BigInt(one.before) + more),
    arrivedAt: String(BigInt(one.arrivedAt) + more),
  };
}

/** Deletes a funding that was not sent. */
export async function forgetFunding(page: PageContext, id: string): Promise<void> {
  await change(page, (all) => all.filter((one) => one.id !== id));
}

/** Hides a funding from the list for `limits.keptFundingMs`, even if the service still lists it. */
export async function dismissFunding(session: SessionContext, shown: Funding): Promise<void> {
  const userId = session.state.get().user?.id ?? fail('must_be_authenticated');
  const listed = { ...shown, userId, asset: 'native-currency', before: null, arrivedAt: null } as const;
  const endedAtMs = session.page.serverClock.now();
  await change(session.page, (all) => {
    const kept = all.find((one) => one.id === shown.id && one.userId === userId) ?? listed;
    return [{ ...kept, endedAtMs, isDismissed: true }, ...all.filter(({ id }) => id !== shown.id)];
  });
}

/** Calls the listener after every change, in this tab or another. Returns a function that unsubscribes. */
export function subscribeKept(page: PageContext, listener: () => void): () => void {
  const { storage, environment } = page;
  const own = listeners.get(page) ?? new Set();
  listeners.set(page, own);
  own.add(listener);
  const hear = ({ key }: StorageEvent) => storage.isEventOf(keyOf(page), key) && listener();
  environment.window?.addEventListener('storage', hear);
  return () => {
    own.delete(listener);
    environment.window?.removeEventListener('storage', hear);
  };
}

export const isOver = ({ status }: Pick<Funding, 'status'>) =>
  status === 'completed' || status === 'failed' || status === 'refunded';

function isFresh({ status, startedAtMs, endedAtMs }: KeptFunding, nowMs: number): boolean {
  if (endedAtMs !== null) return isRecent(endedAtMs, nowMs);
  return nowMs - startedAtMs < (status === 'asked' ? askedMs : underWayMs);
}

/** Returns true if a funding that ended at this time (Unix ms) is still shown. */
export const isRecent = (endedAtMs: number, nowMs: number) => nowMs - endedAtMs < limits.keptFundingMs;

/** Lock for changes. Nothing is awaited while it is held. */
const lock = { name: 'fundings', leaseMs: 5_000 } as const;

/** Changes the list under a lock that all tabs share. Returns true, or false if `toChanged` returned null. */
function change(
  page: PageContext,
  toChanged: (all: readonly KeptFunding[]) => readonly KeptFunding[] | null,
): Promise<boolean> {
  return withStorageLock(page, lock, () => {
    const changed = toChanged(readAll(page));
    if (changed) write(page, changed);
    return changed !== null;
  });
}

function write(page: PageContext, list: readonly KeptFunding[]): void {
  const nowMs = page.serverClock.now();
  const fresh = list.filter((one) => isFresh(one, nowMs));
  // Paid fundings that have not ended come first, so purchases that were only opened do not push them out.
  const isPaid = (one: KeptFunding) => one.endedAtMs === null && one.status !== 'asked';
  const kept = [...fresh.filter(isPaid), ...fresh.filter((one) => !isPaid(one))].slice(
    0,
    limits.keptFundings,
  );
  page.storage.set(keyOf(page), kept.length === 0 ? null : JSON.stringify(kept));
  for (const listener of listeners.get(page) ?? []) listener();
}

function readAll(page: PageContext): readonly KeptFunding[] {
  try {
    const list: unknown = JSON.parse(page.storage.find(keyOf(page)) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept).slice(0, limits.keptFundings) : [];
  } catch {
    return [];
  }
}

const isWay = (way: string): boolean => Object.hasOwn(otherWays, way) || findFundingProvider(way) !== null;
const otherWays = {
  bridge: true,
  manual: true,
  wallet: true,
} as const satisfies Record<Exclude<FundingWay, OnRampWay>, true>;
/** Statuses in their order. A funding does not go back to an earlier one. */
const statuses: readonly unknown[] = [
  'asked',
  'pending',
  'waitingAuthorization',
  'failed',
  'completed',
  'refunded',
];

/**
 * Other versions of this client, and other code of the page, can write to this storage. Only well-formed entries are
 * used.
 */
function isKept(value: unknown): value is KeptFunding {
  const one = (value ?? {}) as Partial<Record<keyof KeptFunding, unknown>>;
  const areTexts = [one.id, one.userId, one.address, one.caip2, one.symbol, one.amount].every(
    (text) => typeof text === 'string' && text.length <= 200,
  );
  const areKnown = isWay(String(one.way)) && statuses.includes(one.status);
  const isCount = (digits: unknown) =>
    digits === null || (typeof digits === 'string' && /^[0-9]{1,78}$/.test(digits));
  const { transactionHash: hash, endedAtMs } = one;
  const areFields =
    Number.isFinite(one.startedAtMs) &&
    (endedAtMs === null || Number.isFinite(endedAtMs)) &&
    (hash === null || (typeof hash === 'string' && hash.length <= 100)) &&
    typeof one.isTest === 'boolean' &&
    [undefined, true].includes(one.isDismissed as undefined);
  return areTexts && areKnown && areFields && isCount(one.before) && isCount(one.arrivedAt) && hasAsset(one);
}

const hasAsset = ({ asset }: { asset?: unknown }) =>
  asset === 'native-currency' || asset === 'USDC' || /^0x[0-9a-f]{40}$/i.test(String(Object(asset).erc20));
