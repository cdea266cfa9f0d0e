import type { ChainType } from '@latchkey/wire';
import { defaults, type KnownWalletId, type WalletListEntry } from '../../config/index.ts';
import { contextsOf, type PageContext } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { recentLoginKeys } from '../../recentLoginKeys.ts';
import { announcedIn, type FoundWallet } from './announced.ts';
import { listKeptConnections } from './kept.ts';
import { findKnown } from './known/index.ts';
import type { WalletOption } from './wallet.ts';
import { warnOfList } from './warnOfList.ts';
import { toAbsentWay, toFoundWay, toOffered, type Way } from './waysIn.ts';

export interface WalletOptionsInput {
  /**
   * Wallets to list (EXTW-25), in the order that {@link getWalletOptions} describes.
   * @default `config.appearance.walletList`
   */
  readonly walletList?: readonly WalletListEntry[];
  /** @default both */
  readonly chainTypes?: readonly ChainType[];
}

const bothChains: readonly ChainType[] = ['ethereum', 'solana'];

/** Time that wallets have to appear in the page, in ms (CONST-04). */
export const walletsWaitMs = 1500;

/**
 * Returns the current list of wallets: unknown wallets of the page, then known ones of the page, then configured ones
 * that are not in the page (EXTW-12). The last two groups have the order of `walletList`.
 */
export function getWalletOptions(
  client: LatchkeyClient,
  input: WalletOptionsInput = {},
): readonly WalletOption[] {
  const { page } = contextsOf(client);
  const { chainTypes = bothChains } = input;
  const list: readonly WalletListEntry[] =
    input.walletList ?? page.options.config?.appearance?.walletList ?? defaults.walletList;
  const detected = bothChains.filter(
    (chainType) =>
      chainTypes.includes(chainType) &&
      (list.includes('detected_wallets') || list.includes(`detected_${chainType}_wallets`)),
  );
  if (list !== defaults.walletList) warnOfList(page, list);
  const named = [...new Set(list.filter(isName).map((id) => toOffered(page, id)))];
  const found = announcedIn(page.environment)
    .list()
    .filter(({ known }) => known === null || toOffered(page, known.id) === known.id);

  const rows: Way[] = [];
  const add = (way: Way | null) => {
    if (way && !rows.some(({ id }) => id === way.id)) rows.push(way);
  };
  const placeOf = ({ id }: FoundWallet) => {
    const names: readonly string[] = named;
    const place = names.indexOf(id);
    return place < 0 ? named.length : place;
  };
  for (const wallet of found) if (!wallet.known) add(toFoundWay(wallet, detected));
  const known = found.filter((wallet) => wallet.known).sort((a, b) => placeOf(a) - placeOf(b));
  for (const wallet of known) {
    const isNamed = placeOf(wallet) < named.length;
    add(toFoundWay(wallet, isNamed ? chainTypes : detected));
  }
  for (const id of named) add(toAbsentWay(page, id, chainTypes));
  const recent = findRecent(page);
  return rows.map((row) => ({ ...row, isRecent: row.walletClientType === recent }));
}

const isName = (entry: WalletListEntry): entry is KnownWalletId => findKnown(entry) !== null;

/** Returns the wallet of the latest stored connection, or else the one of the last login (EXTW-13). */
function findRecent(page: PageContext): string | null {
  const { options, storage } = page;
  const [last] = listKeptConnections(page);
  return last?.walletClientType ?? storage.find(recentLoginKeys(options.appId).walletClient);
}

/**
 * Calls `listener` with the list of wallets at once, and after wallets appeared in or left the page, at most once in
 * 16 ms. Returns a function that unsubscribes.
 *
 * @example
 * const stop = watchWalletOptions(client, {}, (options) => render(options));
 */
export function watchWalletOptions(
  client: LatchkeyClient,
  input: WalletOptionsInput,
  listener: (options: readonly WalletOption[]) => void,
): () => void {
  const tell = () => listener(getWalletOptions(client, input));
  const stop = announcedIn(contextsOf(client).page.environment).subscribe(tell);
  tell();
  return stop;
}

/**
 * Waits until a wallet appears in the page, for 1500 ms at most (CONST-04), because extensions load at different
 * times.
 *
 * @param signal ends the wait, for example when the user leaves
 * @returns true if the wallet appeared
 */
export function untilWalletShows(client: LatchkeyClient, id: string, signal?: AbortSignal): Promise<boolean> {
  const { environment } = contextsOf(client).page;
  const announced = announcedIn(environment);
  const isThere = () => announced.list().some((wallet) => wallet.id === id);
  if (isThere() || signal?.aborted) return Promise.resolve(isThere());
  return new Promise((resolve) => {
    const leave = () => finish(false);
    const finish = (result: boolean) => {
      stop();
      signal?.removeEventListener('abort', leave);
      environment.clock.clearTimeout(timer);
      resolve(result);
    };
    const stop = announced.subscribe(() => isThere() && finish(true));
    const timer = environment.clock.setTimeout(leave, walletsWaitMs);
    signal?.addEventListener('abort', leave);
  });
}

/** Returns the link that opens a pairing in a wallet's app on a phone, or null if the wallet has none. */
export const toPairingLink = (option: Pick<WalletOption, 'id'>, uri: string): string | null =>
  findKnown(option.id)?.openPairing?.(uri) ?? null;
