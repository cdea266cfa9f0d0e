import type { ChainType } from '@latchkey/wire';
import type { Eip1193Provider } from '../../connector.ts';
import type { Environment } from '../../environment.ts';
import { notify } from '../../store.ts';
import { walletRdns } from '../../walletRdns.ts';
import { walletIcon } from '../embedded/walletIcon.ts';
import { attempt, toIcon, toName, toRdns } from './claims.ts';
import { findByFlags, findByName, findByRdns, type KnownWallet } from './known/index.ts';
import { findFeature, type Registry, type StandardWallet } from './standard.ts';

export interface FoundWallet {
  /** Unique: the id of a known wallet, or else its announced domain or name, or `injected`. */
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly known: KnownWallet | null;
  readonly ethereum: Eip1193Provider | null;
  readonly solana: StandardWallet | null;
}

export interface Announced {
  list(): readonly FoundWallet[];
  /**
   * Calls `listener` after wallets were added or removed, at most once in 16 ms. Returns a function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
}

/**
 * A script could announce wallets without end and exhaust the page. At most this many announced wallets of each chain
 * type are accepted.
 */
const mostWallets = 256;
/** Time in ms for which changes are collected before listeners are called: about one frame of the screen. */
const frameMs = 16;

const pages = new WeakMap<object, Announced>();

/**
 * Returns the wallets of a page: those announced by EIP-6963, Solana wallets of the Wallet Standard, and older
 * wallets at `window.ethereum`. The search begins with the first call and lasts for the life of the page.
 */
export function announcedIn({ window: page, clock }: Environment): Announced {
  if (!page) return { list: () => [], subscribe: () => () => {} };
  const before = pages.get(page);
  if (before) return before;
  const announced = lookIn(page, clock);
  pages.set(page, announced);
  return announced;
}

type Part = Omit<FoundWallet, 'ethereum' | 'solana'> & Partial<Pick<FoundWallet, 'ethereum' | 'solana'>>;

function lookIn(page: NonNullable<Environment['window']>, clock: Environment['clock']): Announced {
  const listeners = new Set<() => void>();
  /**
   * By announced domain. The first announcement wins, so a script that announces the same domain later cannot replace
   * the wallet's provider with its own.
   */
  const ethereum = new Map<string, Part>();
  const solana = new Map<object, Part>();
  let legacy: readonly Part[] = [];
  let list: readonly FoundWallet[] | null = null;
  let isDue = false;

  function changed(): void {
    list = null;
    if (isDue) return;
    isDue = true;
    clock.setTimeout(() => {
      isDue = false;
      notify(listeners, undefined);
    }, frameMs);
  }

  function hearAnnouncement(event: Event): void {
    if (ethereum.size >= mostWallets) return;
    const found = attempt(() => readAnnouncement((event as CustomEvent<unknown>).detail, ethereum));
    if (!found) return;
    ethereum.set(found.rdns, found.part);
    changed();
  }

  function register(...wallets: readonly unknown[]): () => void {
    const taken: object[] = [];
    for (const wallet of wallets.slice(0, mostWallets)) {
      if (solana.size >= mostWallets) break;
      const part = attempt(() => readStandard(wallet));
      if (!part?.solana || solana.has(part.solana)) continue;
      solana.set(part.solana, part);
      taken.push(part.solana);
      changed();
    }
    return () => {
      for (const wallet of taken) if (solana.delete(wallet)) changed();
    };
  }

  function readLegacy(): void {
    legacy = attempt(() => readInjected((page as { ethereum?: unknown }).ethereum)) ?? [];
    changed();
  }

  const registry: Registry = Object.freeze({ register });
  page.addEventListener('eip6963:announceProvider', hearAnnouncement);
  page.addEventListener('wallet-standard:register-wallet', (event) => {
    const enter = attempt(() => (event as CustomEvent<unknown>).detail);
    if (typeof enter === 'function') attempt(() => enter(registry));
  });
  page.addEventListener('ethereum#initialized', readLegacy);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  page.dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: registry }));
  readLegacy();

  return {
    list() {
      list ??= join([...ethereum.values()], [...solana.values()], legacy);
      return list;
    },
    subscribe(listener) {
      const ours = () => listener();
      listeners.add(ours);
      return () => void listeners.delete(ours);
    },
  };
}

function isProvider(claim: unknown): claim is Eip1193Provider {
  const provider = claim as Partial<Eip1193Provider> | null;
  return (
    (typeof provider === 'object' || typeof provider === 'function') &&
    typeof provider?.request === 'function'
  );
}

/**
 * Reads an announcement. Each of its properties is read only once, because a hostile getter could return another value
 * later. Skips the embedded wallet's own announcement.
 */
function readAnnouncement(
  claim: unknown,
  before: ReadonlyMap<string, unknown>,
): { rdns: string; part: Part } | null {
  const { info, provider } = claim as { info: Record<string, unknown>; provider: unknown };
  const rdns = toRdns(info.rdns);
  if (!rdns || rdns === walletRdns || before.has(rdns) || !isProvider(provider)) return null;
  const known = findByRdns(rdns);
  const name = known?.name ?? toName(info.name) ?? rdns;
  return {
    rdns,
    part: { id: known?.id ?? rdns, name, icon: toIcon(info.icon), known, ethereum: provider },
  };
}

/**
 * Reads a wallet of the Wallet Standard. Returns null for the embedded wallet, and unless the wallet has a name, can
 * connect on Solana, and can sign messages or sign in.
 */
function readStandard(claim: unknown): Part | null {
  const wallet = claim as StandardWallet;
  const name = toName(wallet.name);
  const isOfSolana =
    Array.isArray(wallet.chains) && wallet.chains.some((chain) => /^solana:/.test(String(chain)));
  if (!name || !isOfSolana || wallet.icon === walletIcon) return null;
  const canSign = findFeature(wallet, 'solana:signMessage') ?? findFeature(wallet, 'solana:signIn');
  if (!canSign || !findFeature(wallet, 'standard:connect')) return null;
  const known = findByName(name);
  return {
    id: known?.id ?? name,
    name: known?.name ?? name,
    icon: toIcon(wallet.icon),
    known,
    solana: wallet,
  };
}

const mostInjected = 32;

/** Reads the older wallets at `window.ethereum`: one provider, or a provider with a list of all. */
function readInjected(claim: unknown): Part[] {
  if (!isProvider(claim)) return [];
  const { providers } = claim as { providers?: unknown };
  const all = Array.isArray(providers) && providers.length > 0 ? providers.slice(0, mostInjected) : [claim];
  return all.filter(isProvider).map((provider) => {
    const known = findByFlags(
      (flag) => attempt(() => (provider as unknown as Record<string, unknown>)[flag]) === true,
    );
    return {
      id: known?.id ?? 'injected',
      name: known?.name ?? 'Browser Wallet',
      icon: null,
      known,
      ethereum: provider,
    };
  });
}

/**
 * Merges the entries of one wallet: its two chains, and its announcement and older provider. The announcement takes
 * precedence. An unknown older provider is dropped if an Ethereum wallet announced itself, because it may belong to that
 * wallet.
 */
function join(
  announced: readonly Part[],
  standard: readonly Part[],
  legacy: readonly Part[],
): readonly FoundWallet[] {
  const byId = new Map<string, FoundWallet>();
  const byName = new Map<string, string>();
  const add = ({ ethereum = null, solana = null, ...part }: Part) => {
    // Unknown wallets of different chains are merged by name. Unknown Ethereum wallets that announced themselves stay
    // separate.
    const namesake = byId.get(byName.get(part.name) ?? '');
    const isOther =
      !namesake || namesake.known || (namesake.ethereum && ethereum) || (namesake.solana && solana);
    const id = byId.has(part.id) || part.known || isOther ? part.id : namesake.id;
    const before = byId.get(id);
    byName.set(part.name, id);
    byId.set(
      id,
      before
        ? {
            ...before,
            icon: before.icon ?? part.icon,
            ethereum: before.ethereum ?? ethereum,
            solana: before.solana ?? solana,
          }
        : { ...part, ethereum, solana },
    );
  };
  for (const part of [...announced, ...standard]) add(part);
  for (const part of legacy) {
    if (part.known || announced.length === 0) add(part);
  }
  return [...byId.values()];
}

export const chainTypesOf = ({ ethereum, solana }: FoundWallet): ChainType[] => [
  ...(ethereum ? (['ethereum'] as const) : []),
  ...(solana ? (['solana'] as const) : []),
];
