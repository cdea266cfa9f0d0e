import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { isAddressOn } from '../purse.ts';

export interface Session {
  readonly address: string;
  readonly blockchains: readonly string[];
  /** Symbols of the allowed coins; empty for all. */
  readonly assets: readonly string[];
  readonly madeAtMs: number;
}

const blockchains = new Set(['ethereum', 'optimism', 'polygon', 'base', 'arbitrum', 'solana']);
const lifeMs = 5 * 60_000;

/**
 * Creates the store of session tokens. Each opens one page, within five minutes.
 * https://docs.cdp.coinbase.com/onramp-&-offramp/session-token-authentication
 */
export function createSessions(now: () => number) {
  const sessions = new Map<string, Session>();
  return {
    /** @returns the token, or the reason for a refusal */
    open(body: unknown): { token: string } | { fault: string } {
      const session = readSession(body, now());
      if (typeof session === 'string') return { fault: session };
      const token = randomUUID();
      sessions.set(token, session);
      return { token };
    },
    /** Spends a token. @returns null if it is unknown, spent or expired */
    spend(token: string): Session | null {
      const session = sessions.get(token);
      sessions.delete(token);
      return session && now() - session.madeAtMs <= lifeMs ? session : null;
    },
  };
}

function readSession(body: unknown, madeAtMs: number): Session | string {
  const { addresses, assets = [], clientIp } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(addresses) || addresses.length !== 1) return 'addresses must have one entry';
  const { address, blockchains: named } = (addresses[0] ?? {}) as Record<string, unknown>;
  if (!isTexts(named) || named.length === 0) return 'blockchains must have an entry';
  const unknown = named.find((name) => !blockchains.has(name));
  if (unknown !== undefined) return `blockchain ${unknown} is not supported`;
  if (typeof address !== 'string' || !named.every((name) => isAddressOn(name, address)))
    return 'address is not one of the blockchain';
  if (!isTexts(assets)) return 'assets must be a list of symbols';
  if (typeof clientIp !== 'string' || isIP(clientIp) === 0) return 'clientIp must be an IP address';
  return { address, blockchains: named, assets, madeAtMs };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
