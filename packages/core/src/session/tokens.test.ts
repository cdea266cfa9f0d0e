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

describe('what a reply does to the stored tokens', () => {
  it('[SESS-09] set keeps all, and deletes what it does not bring', () => {
    const { tokens, stored } = browser();
    tokens.keep({ ...reply('set', 'new'), refresh_token: null });
    expect(tokens.read()).toMatchObject({
      token: 'new-token',
      privyAccessToken: 'new-pat',
      refreshToken: null,
    });
    expect(stored.has('privy:id_token')).toBe(false);
  });

  it('[SESS-10] clear wipes all, with the cookies', () => {
    const { tokens, stored, page } = browser();
    tokens.keep(reply('clear', 'new'));
    expect(tokens.read()).toEqual({
      token: null,
      privyAccessToken: null,
      refreshToken: null,
      identityToken: null,
      forkedToken: null,
      hasMarker: false,
    });
    expect(stored.size).toBe(0);
    expect(page.cookies.size).toBe(0);
  });

  it('[SESS-11] ignore keeps token and identity token alone', () => {
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

  it('writes the refresh token last, because other tabs act when it changes', () => {
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
