import { fail, limits } from '@latchkey/wire';
import type { PageContext, SessionContext } from '../contexts.ts';
import { withStorageLock } from '../storageLock.ts';
import type { Funding, FundingAsset, FundingWay } from './funding.ts';

/** A funding as the page's storage keeps it, from before a person can pay: closing the window loses nothing. */
export interface KeptFunding extends Funding {
  readonly userId: string;
  readonly asset: FundingAsset;
  /** What the wallet held before, in the smallest unit as digits; null where no node said. */
  readonly before: string | null;
  /** From which balance on it counts as arrived, likewise. */
  readonly arrivedAt: string | null;
  /** Unix ms by the service's clock, as `startedAtMs`; null while it is under way. */
  readonly endedAtMs: number | null;
  /** The person wants to hear no more of it. It is kept so long, or the service's list would bring it back. */
  readonly isDismissed?: boolean;
}

/** What is kept of one that begins. */
export type NewFunding = Omit<
  KeptFunding,
  'userId' | 'status' | 'transactionHash' | 'startedAtMs' | 'endedAtMs'
>;

const dayMs = 24 * 60 * 60_000;
/** No one is told of what was only opened, and it is forgotten after a day: a person who paid would have been seen to by then. */
const askedMs = dayMs;
/** What no one tells the end of is asked about no longer than the service lists a purchase. */
const underWayMs = 30 * dayMs;

const keyOf = (page: PageContext) => `privy:fundings:${page.options.appId}` as const;

/** Who in this page hears of changes; other tabs hear of them by the storage's own event. */
const listeners = new WeakMap<PageContext, Set<() => void>>();

/** Lists what the signed-in user has under way in this browser, or ended lately. */
export function listKeptFundings(session: SessionContext): readonly KeptFunding[] {
  const nowMs = session.page.serverClock.now();
  const userId = session.state.get().user?.id;
  return readAll(session.page).filter((one) => one.userId === userId && isFresh(one, nowMs));
}

export function findKeptFunding(session: SessionContext, id: string): KeptFunding | null {
  return listKeptFundings(session).find((one) => one.id === id) ?? null;
}

/** What is kept of a balance, for an amount that is to arrive on top of it, in the smallest unit; null is not known. */
export function toArrival(before: bigint | null, amount: bigint): Pick<KeptFunding, 'before' | 'arrivedAt'> {
  return {
    before: before === null ? null : String(before),
    arrivedAt: before === null ? null : String(before + amount),
  };
}

/**
 * Keeps a funding that a person is about to pay.
 *
 * @returns false where one of this id is kept already, which stays as it is
 * @throws ServiceError `must_be_authenticated` for one who has logged out meanwhile
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

/** Notes what became of a funding. A status only rises, as at the service: what has ended stays as it is. */
export async function noteFunding(
  page: PageContext,
  id: string,
  news: Partial<Pick<KeptFunding, 'status' | 'transactionHash'>>,
): Promise<void> {
  await change(page, (all) => {
    const known = all.find((one) => one.id === id);
    if (!known || known.endedAtMs !== null) return null;
    const { status = known.status, transactionHash = known.transactionHash } = news;
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

/** Two that fund one wallet: what arrived by the first is no part of the second, which was begun before it arrived. */
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

/** Forgets what was not sent after all. */
export async function forgetFunding(page: PageContext, id: string): Promise<void> {
  await change(page, (all) => all.filter((one) => one.id !== id));
}

/** Has a funding told no more, also where the service lists it. */
export async function dismissFunding(session: SessionContext, shown: Funding): Promise<void> {
  const userId = session.state.get().user?.id ?? fail('must_be_authenticated');
  const listed = { ...shown, userId, asset: 'native-currency', before: null, arrivedAt: null } as const;
  const endedAtMs = session.page.serverClock.now();
  await change(session.page, (all) => {
    const kept = all.find((one) => one.id === shown.id && one.userId === userId) ?? listed;
    return [{ ...kept, endedAtMs, isDismissed: true }, ...all.filter(({ id }) => id !== shown.id)];
  });
}

/** Calls back after every change, in this page and in others; returns the function that stops it. */
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

/** Whether people are still told of one that ended then (Unix ms). */
export const isRecent = (endedAtMs: number, nowMs: number) => nowMs - endedAtMs < limits.keptFundingMs;

/** Nothing is awaited under the lock. */
const lock = { name: 'fundings', leaseMs: 5_000 } as const;

/** Changes what is kept while no other tab does; null is no change. Tells whether it is one. */
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
  // What is paid and has not arrived is lost last, however often someone looked at a page and did not pay.
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

const ways = {
  bridge: true,
  coinbase: true,
  manual: true,
  moonpay: true,
  wallet: true,
} as const satisfies Record<FundingWay, true>;
/** In the order in which they rise; what ended rises no more. */
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
  const areKnown = Object.hasOwn(ways, String(one.way)) && statuses.includes(one.status);
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
