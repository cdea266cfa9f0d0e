import { describe, expect, it } from 'vitest';
import { toBase64url, utf8 } from '../bytes.ts';
import { refuse } from '../refusal.ts';
import { createVault } from '../vault/vault.ts';
import { type Caller, createSessions } from './sessions.ts';

const appId = 'latchkey-test-app-0000001';
const toToken = (claims: object) => `h.${toBase64url(utf8(JSON.stringify(claims)))}.s`;

const wallets = [{ chainType: 'ethereum', address: '0x', index: 0 }] as const;
const toOwner = (userId: string) =>
  ({ userId, entropyUid: 'e', kind: 'created', recoveryMethod: 'privy', wallets }) as const;

const toOpened = () => ({
  ...({ kind: 'created', rootAddress: '0x' } as const),
  entropy: new Uint8Array(16).fill(7),
  rootKey: new Uint8Array(32).fill(7),
});

/** Creates sessions with a service that accepts every token until `sayNo` is called. */
function setUp() {
  let nowMs = 1_000_000;
  let answer: 'yes' | 'no' = 'yes';
  let asked = 0;
  const vault = createVault();
  const sessions = createSessions({
    appId,
    vault,
    now: () => nowMs,
    async verify(session) {
      asked += 1;
      if (answer === 'no') {
        sessions.forget();
        refuse('error', 'Missing or invalid token', 'missing_or_invalid_token');
      }
      sessions.accept(session);
    },
  });
  return {
    sessions,
    vault,
    asked: () => asked,
    advance: (ms: number) => {
      nowMs += ms;
    },
    sayNo: () => {
      answer = 'no';
    },
  };
}

function unlock({ vault }: ReturnType<typeof setUp>, userId: string) {
  const opened = toOpened();
  vault.beginUnlock()(toOwner(userId), opened);
  return opened;
}

describe('identify', () => {
  it('reads the app of a token from `aid`, or else from `aud`', () => {
    const { sessions } = setUp();
    for (const claims of [
      { sub: 'did:privy:a', aud: appId },
      { sub: 'did:privy:a', aud: 'https://service.example', aid: appId },
    ]) {
      expect(sessions.identify(toToken(claims)).userId).toBe('did:privy:a');
    }
  });

  it.each([
    ['a token of another app', toToken({ sub: 'did:privy:a', aud: 'another-app-of-25-characters' })],
    ['another app despite the right audience', toToken({ sub: 'did:privy:a', aud: appId, aid: 'another' })],
    ['no user', toToken({ aud: appId })],
    ['a user id that is not text', toToken({ sub: { toString: 'did:privy:a' }, aud: appId })],
    ['claims that are not JSON', 'h.bm90IGpzb24.s'],
    ['a text that is not a token', 'x'],
    ['an empty text', ''],
    ['claims that are a list', `h.${toBase64url(utf8('[]'))}.s`],
    ['claims that are null', `h.${toBase64url(utf8('null'))}.s`],
  ])('[S7] refuses a wrong token and overwrites the unlocked entropy: %s', (_, token) => {
    const given = setUp();
    const opened = unlock(given, 'did:privy:a');
    expect(() => given.sessions.identify(token)).toThrow('Missing or invalid token');
    expect(opened.entropy.every((byte) => byte === 0)).toBe(true);
  });

  it('[S7] overwrites the unlocked entropy for a token of another user, but not for another token of the same user', () => {
    const given = setUp();
    const opened = unlock(given, 'did:privy:a');
    given.sessions.identify(toToken({ sub: 'did:privy:a', aud: appId, sid: '2' }));
    expect(given.vault.find('did:privy:a', '0x')).not.toBeNull();
    given.sessions.identify(toToken({ sub: 'did:privy:b', aud: appId }));
    expect(opened.entropy.every((byte) => byte === 0)).toBe(true);
  });

  it('[S7] ends an unlock in progress for a token of another user, but not for another token of the same user', () => {
    const { sessions } = setUp();
    const first = sessions.identify(toToken({ sub: 'did:privy:a', aud: appId }));
    const second = sessions.identify(toToken({ sub: 'did:privy:a', aud: appId, sid: '2' }));
    const owner = toOwner('did:privy:a');
    expect(first.unlock(owner, toOpened())).toBe(true);
    sessions.identify(toToken({ sub: 'did:privy:b', aud: appId }));
    expect(second.unlock(owner, toOpened())).toBe(false);
  });
});

describe("the service's acceptance of a token", () => {
  const session: Caller = {
    token: toToken({ sub: 'did:privy:a', aud: appId }),
    userId: 'did:privy:a',
    sessionId: '',
  };
  const other: Caller = {
    token: toToken({ sub: 'did:privy:a', aid: appId }),
    userId: 'did:privy:a',
    sessionId: '',
  };

  it('asks the service about a token before its first use, and again after a minute', async () => {
    const { sessions, asked, advance } = setUp();
    await sessions.confirm(session);
    await sessions.confirm(session);
    expect(asked()).toBe(1);
    advance(60_000);
    await sessions.confirm(session);
    expect(asked()).toBe(2);
  });

  it('asks the service about a token again in the background after half a minute, and heeds a refusal', async () => {
    const { sessions, asked, advance, sayNo } = setUp();
    await sessions.confirm(session);
    sayNo();
    advance(30_000);
    await sessions.confirm(session);
    await expect.poll(asked).toBe(2);
    await expect(sessions.confirm(session)).rejects.toThrow('Missing or invalid token');
  });

  it('asks the service once for each token, and lets concurrent requests share the answer', async () => {
    const { sessions, asked } = setUp();
    await Promise.all([sessions.confirm(session), sessions.confirm(session), sessions.confirm(other)]);
    expect(asked()).toBe(2);
    await Promise.all([sessions.confirm(session), sessions.confirm(other)]);
    expect(asked()).toBe(2);
  });

  it('does not accept a token for longer if the clock is set back', async () => {
    const { sessions, asked, advance } = setUp();
    await sessions.confirm(session);
    advance(-1);
    await sessions.confirm(session);
    expect(asked()).toBe(2);
  });
});
