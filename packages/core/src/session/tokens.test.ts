import { createBrowserProfile } from '@latchkey/testkit';
import type { TokenReply } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import { createCookies, createKeyStore } from '../storage/index.ts';
import { createTokens } from './tokens.ts';

const clock = { now: () => 0, learn() {} };

function browser() {
  const profile = createBrowserProfile();
  const page = profile.open();
  const tokens = createTokens(createKeyStore(page.window, ''), createCookies(page.window), clock);
  tokens.keep({ ...reply('set'), identity_token: 'old-identity' });
  return { tokens, stored: profile.stored, page };
}
function reply(session_update_action: 'set' | 'clear' | 'ignore', value = 'old'): Partial<TokenReply> {
  return {
    token: `${value}-token`,
    privy_access_token: `${value}-pat`,
    refresh_token: `${value}-refresh`,
    session_update_action,
  };
}

describe('a reply with tokens', () => {
  it('[SESS-09] a reply with the action set stores its tokens and deletes the missing ones', () => {
    const { tokens, stored } = browser();
    tokens.keep({ ...reply('set', 'new'), refresh_token: null });
    expect(tokens.read()).toMatchObject({
      token: 'new-token',
      privyAccessToken: 'new-pat',
      refreshToken: null,
    });
    expect(stored.has('privy:id_token')).toBe(false);
  });

  it('[SESS-10] a reply with the action clear removes all tokens and cookies', () => {
    const { tokens, stored, page } = browser();
    tokens.keep(reply('clear', 'new'));
    const { hasMarker, ...held } = tokens.read();
    expect(held).toEqual({
      token: null,
      privyAccessToken: null,
      refreshToken: null,
      identityToken: null,
      forkedToken: null,
    });
    expect(hasMarker()).toBe(false);
    expect(stored.size).toBe(0);
    expect(page.cookies.size).toBe(0);
  });

  it('[SESS-11] a reply with the action ignore stores only its access and identity tokens', () => {
    const { tokens, stored } = browser();
    tokens.keep({ ...reply('ignore', 'new'), identity_token: 'new-identity' });
    expect(tokens.read()).toMatchObject({
      token: 'new-token',
      privyAccessToken: 'new-pat',
      refreshToken: 'old-refresh',
    });
    expect(stored.get('privy:id_token')).toBe('"new-identity"');
    tokens.keep({ ...reply('ignore'), token: null });
    expect(tokens.read().token).toBe('new-token');
  });

  it('a reply stores its refresh token last, because other tabs react to its change', () => {
    const profile = createBrowserProfile();
    const [page, other] = [profile.open(), profile.open()];
    const keys: (string | null)[] = [];
    other.window.addEventListener('storage', (event) => keys.push(event.key));
    const tokens = createTokens(createKeyStore(page.window, ''), createCookies(null), clock);
    tokens.keep(reply('set'));
    expect(keys.at(-1)).toBe('privy:refresh_token');
    tokens.wipe();
    expect(keys.at(-1)).toBe('privy:refresh_token');
    expect(tokens.isChangedBy('privy:refresh_token')).toBe(true);
    expect(tokens.isChangedBy('privy:token')).toBe(false);
    expect(tokens.isChangedBy(null)).toBe(true);
  });
});
