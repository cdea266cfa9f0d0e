import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fromBase64url, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import type { Unlock, Vault } from '../vault/vault.ts';

/** Age up to which an accepted token counts as valid, and age from which it is checked in the background, in ms. */
const acceptedForMs = 60_000;
const recheckAfterMs = 30_000;
/** A session has two tokens (`token` and `privy_access_token`), and a refresh brings two more. */
const maxTokens = 4;

/** A token, with the user and session that it names. Both are unverified until the service has accepted the token. */
export interface Caller {
  readonly token: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** A caller with permission to unlock the vault. The permission ends when the vault is locked. */
export interface Session extends Caller {
  readonly unlock: Unlock;
}

export interface Sessions {
  /**
   * Reads the user and session that a token names, without verifying it. Locks the vault if the token is malformed,
   * is not for this app, or names another user than the token before.
   *
   * @throws Refusal `error` if the token is malformed or not for this app
   */
  identify(token: string): Session;
  /**
   * Ensures that the service accepted this token within the last minute.
   *
   * @throws Refusal or Error if the service refuses the token or cannot be reached
   */
  confirm(caller: Caller): Promise<void>;
  /** Records that the service accepted the token just now. */
  accept(caller: Caller): void;
  forget(): void;
}

/**
 * Creates the memory of tokens that the service accepted. It keeps hashes in place of the tokens.
 *
 * @param verify asks the service about a token; rejects if the token is refused
 * @param now returns Unix milliseconds
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

  /** Sends one request for a token, however many callers wait for the answer. */
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
      // Locks an empty vault, too: an unlock for the previous user may still be under way and must not complete.
      if (lastUserId !== null && lastUserId !== claims.sub) vault.lock();
      lastUserId = claims.sub;
      return { token, userId: claims.sub, sessionId: claims.sid, unlock: vault.beginUnlock() };
    },
    async confirm(caller) {
      const age = now() - (acceptedAt.get(hashOf(caller.token)) ?? Number.NEGATIVE_INFINITY);
      // A clock set back to before the acceptance must not lengthen the minute.
      if (age < 0 || age >= acceptedForMs) return check(caller);
      // A check in the background keeps signing fast.
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

/** Reads the claims of a JWT without verifying them: the service verifies the token. */
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
