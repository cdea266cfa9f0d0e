import type { ChainType } from '@latchkey/wire';
import type { Eip1193Provider } from '../../connector.ts';
import type { Environment } from '../../environment.ts';
import { notify } from '../../store.ts';
import { walletRdns } from '../../walletRdns.ts';
import { walletIcon } from '../embedded/walletIcon.ts';
import { attempt, toIcon, toName, toRdns } from './claims.ts';
import { findByFlags, findByName, findByRdns, type KnownWallet } from './known/index.ts';
import { findFeature, type Registry, type StandardWallet } from './standard.ts';

/** A wallet that showed itself in the page. */
export interface FoundWallet {
  /** One of a kind: the id of a known wallet, else its domain or name. */
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly known: KnownWallet | null;
  /** The wallet on Ethereum, if it has one. */
  readonly ethereum: Eip1193Provider | null;
  /** The wallet on Solana, if it has one. */
  readonly solana: StandardWallet | null;
}

/** The wallets of a page. */
export interface Announced {
  list(): readonly FoundWallet[];
  /** Calls back once a frame after wallets came or went; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** Threat: a script that announces without end. No page has as many wallets. */
const mostWallets = 256;
/** How long changes are gathered before the list is made anew: a frame. */
const frameMs = 16;

const pages = new WeakMap<object, Announced>();

/**
 * Looks for the wallets of a page: those that announce themselves (EIP-6963), Solana's by the Wallet Standard, and what
 * older ones put at `window.ethereum`. It begins with the first call, and goes on for as long as the page lives.
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
  /** By the domain that each announced. The first one counts: extensions come before the page's own scripts. */
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

/** Reads an announcement, each part once: what a getter gives later counts for nothing. Ours is the embedded wallet's. */
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

/** Reads a wallet of the Wallet Standard; null for one that is not Solana's, cannot sign, or is the embedded one. */
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

/** Reads what older wallets put at `window.ethereum`: one, or one with a list of all of them. */
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
 * Joins what belongs together: the two chains of a wallet, and a wallet that shows itself in several ways, of which the
 * newest way counts. An older wallet without a name is left out beside any that announced itself: it is one of them.
 */
function join(
  announced: readonly Part[],
  standard: readonly Part[],
  legacy: readonly Part[],
): readonly FoundWallet[] {
  const byId = new Map<string, FoundWallet>();
  const byName = new Map<string, string>();
  const add = ({ ethereum = null, solana = null, ...part }: Part) => {
    // An unknown wallet that is on both chains is known by its name alone; two on one chain are two.
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

/** The kinds of chain that a wallet is on. */
export const chainTypesOf = ({ ethereum, solana }: FoundWallet): ChainType[] => [
  ...(ethereum ? (['ethereum'] as const) : []),
  ...(solana ? (['solana'] as const) : []),
];
