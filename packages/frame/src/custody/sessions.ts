import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fromBase64url, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import type { Unlock, Vault } from '../vault/vault.ts';

/** How long the service's word on a token holds, and when it is asked for anew while the token is in use, in ms. */
const acceptedForMs = 60_000;
const recheckAfterMs = 30_000;
/** One session has two tokens (`token` and `privy_access_token`), and a refresh brings two more. */
const maxTokens = 4;

/** A caller: a token and the user whom it names. What it names is believed only once the service has accepted it. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** A caller as their message came in, with leave to unlock the vault until it is locked. */
export interface Session extends Caller {
  readonly unlock: Unlock;
}

export interface Sessions {
  /**
   * Reads whose token this is. Locks the vault when it is another app's or another user's.
   *
   * @throws Refusal `error` when the token is not one of this app
   */
  identify(token: string): Session;
  /**
   * Makes sure that the service accepted this token within the last minute.
   *
   * @throws Refusal `error` when it does not accept it, or cannot be asked
   */
  confirm(caller: Caller): Promise<void>;
  /** Notes that the service accepted the token just now. */
  accept(caller: Caller): void;
  /** Forgets every token, after a refusal or at log-out. */
  forget(): void;
}

/**
 * Makes the memory of tokens that the service accepted. It keeps their hashes, never the tokens.
 *
 * @param verify asks the service about a token; rejects when the token is refused
 * @param now Unix milliseconds
 */
export function createSessions(given: {
  appId: string;
  vault: Vault;
  verify: (caller: Caller) => Promise<void>;
  now: () => number;
}): Sessions {
  const { appId, vault, verify, now } = given;
  const acceptedAt = new Map<string, number>();
  const checking = new Map<string, Promise<void>>();
  let lastUserId: string | null = null;

  function accept(caller: Caller): void {
    const hash = hashOf(caller.token);
    acceptedAt.delete(hash);
    acceptedAt.set(hash, now());
    for (const oldest of acceptedAt.keys()) {
      if (acceptedAt.size <= maxTokens) break;
      acceptedAt.delete(oldest);
    }
  }

  /** Asks once however many requests wait for the answer. */
  function check(caller: Caller): Promise<void> {
    const hash = hashOf(caller.token);
    const running = checking.get(hash) ?? verify(caller).finally(() => checking.delete(hash));
    checking.set(hash, running);
    return running;
  }

  return {
    identify(token) {
      const claims = readClaims(token);
      if (claims === null || (claims.aid ?? claims.aud) !== appId) {
        vault.lock();
        refuse('error', 'Missing or invalid token', 'missing_or_invalid_token');
      }
      // Also while the vault is empty: what is being unlocked for the user before must not come after.
      if (lastUserId !== null && lastUserId !== claims.sub) vault.lock();
      lastUserId = claims.sub;
      return { token, userId: claims.sub, sessionId: claims.sid, unlock: vault.beginUnlock() };
    },
    async confirm(caller) {
      const age = now() - (acceptedAt.get(hashOf(caller.token)) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not lengthen the minute.
      if (age < 0 || age >= acceptedForMs) return check(caller);
      // Asking in the background keeps signing fast; a refusal locks the vault before the minute is over.
      if (age >= recheckAfterMs) check(caller).catch(() => undefined);
    },
    accept,
    forget: () => acceptedAt.clear(),
  };
}

interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly aud: unknown;
  readonly aid: unknown;
}

/** Reads the claims of a JWT without believing them: only the service can check the signature. */
function readClaims(token: string): Claims | null {
  try {
    const { sub, sid, aud, aid } = JSON.parse(
      new TextDecoder().decode(fromBase64url(token.split('.')[1] ?? '')),
    );
    if (typeof sub !== 'string' || sub.length === 0) return null;
    return { sub, sid: typeof sid === 'string' ? sid : '', aud, aid };
  } catch {
    return null;
  }
}

function hashOf(token: string): string {
  return bytesToHex(sha256(utf8(token)));
}
