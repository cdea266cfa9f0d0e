import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import type { AppConfig } from '@latchkey/wire';
import { getAppRoute } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppSettings, type HostConfig, toSettings } from './index.ts';

describe('toSettings', () => {
  let service: TestService;
  let served: AppConfig;
  beforeAll(async () => {
    service = await createTestService();
    served = (await service.call(getAppRoute)).json;
  });
  afterAll(() => service.close());

  function join(
    app: Partial<AppConfig> = {},
    host: unknown = {},
    isDevelopment = true,
  ): AppSettings & { warnings: string[] } {
    const warnings: string[] = [];
    return {
      ...toSettings({ ...served, ...app }, host as HostConfig, {
        warn: (text) => warnings.push(text),
        isDevelopment,
      }),
      warnings,
    };
  }

  it('toSettings ignores an invalid theme or accent colour of the host', () => {
    const look = { theme: 'neon', accentColor: 'red; } * { display: none' };
    expect(join({ theme: 'dark', accent_color: '#112233' }, { appearance: look }).appearance).toMatchObject({
      palette: { colorScheme: 'dark' },
      accentColor: '#112233',
    });
  });

  it('[CONF-26] toSettings warns in development about more than four primary login methods', () => {
    const five = { loginMethodsAndOrder: { primary: ['email', 'a', 'b', 'c', 'd'] } };
    const { loginMethods, warnings } = join({}, five);
    expect(loginMethods).toEqual(['email']);
    expect(warnings).toEqual([expect.stringContaining('4 primary login methods')]);
    expect(join({}, five, false).warnings).toEqual([]);
    expect(join({}, { loginMethodsAndOrder: { primary: ['email', 'a', 'b', 'c'] } }).warnings).toEqual([]);
    expect(join({}, { loginMethods: ['email', 'a', 'b', 'c', 'd'] }).warnings).toHaveLength(1);
    const overflow = { primary: ['email'], overflow: ['a', 'b', 'c', 'd', 'e'] };
    expect(join({}, { loginMethodsAndOrder: overflow }).warnings).toEqual([]);
    const many = { google_oauth: true, github_oauth: true, apple_oauth: true, discord_oauth: true };
    expect(join(many).warnings).toEqual([]);
  });

  it('toSettings offers a provider app if the host names it and the app enables cross-app login', () => {
    const other = 'privy:latchkey-test-app-0000009';
    const host = { loginMethodsAndOrder: { primary: [other, 'privy:short', 'email'], overflow: [other] } };
    const { loginMethods, loginMethodsAndOrder } = join({ cross_app_auth: true }, host);
    expect(loginMethods).toEqual([other, 'email']);
    expect(loginMethodsAndOrder).toEqual({ primary: [other, 'email'], overflow: [] });
    expect(join({}, host).loginMethods).toEqual(['email']);
    // A provider app alone is enough to log in (CONF-25). It is listed only if the host names it.
    expect(join({ cross_app_auth: true }, { loginMethods: [other] }).loginMethods).toEqual([other]);
    expect(join({ cross_app_auth: true }).loginMethods).toEqual(['email']);
  });

  it('[CONF-17] toSettings uses US as the default country', () => {
    expect(join().intl.defaultCountry).toBe('US');
    expect(join({}, { intl: { defaultCountry: 'CH' } }).intl.defaultCountry).toBe('CH');
  });

  it("toSettings prefers the host's appearance and legal links to the app's", () => {
    const app = {
      accent_color: '#112233',
      logo_url: 'https://a.example/l.png',
      privacy_policy_url: 'https://a.example/p',
    };
    expect(join(app)).toMatchObject({
      appearance: {
        accentColor: '#112233',
        logo: 'https://a.example/l.png',
        palette: { colorScheme: 'system' },
      },
      legal: { privacyPolicyUrl: 'https://a.example/p', termsAndConditionsUrl: null },
    });
    const host = {
      appearance: { accentColor: '#445566', logo: '/mine.svg', theme: 'dark', landingHeader: 'Hello' },
      legal: { privacyPolicyUrl: '/privacy' },
    };
    expect(join(app, host)).toMatchObject({
      appearance: {
        accentColor: '#445566',
        logo: '/mine.svg',
        palette: { colorScheme: 'dark' },
        landingHeader: 'Hello',
      },
      legal: { privacyPolicyUrl: '/privacy' },
    });
  });

  it('toSettings offers only login methods that the app enables, each once', () => {
    expect(join().loginMethods).toEqual(['email']);
    expect(join({}, { loginMethods: ['sms', 'email', 'email'] }).loginMethods).toEqual(['email']);
  });

  it('[CONF-25] toSettings fails without a login method, or with passkeys only', async () => {
    const refused = { code: 'no_login_method', message: 'At least one login method must be enabled' };
    expect(() => join({ email_auth: false })).toThrow(expect.objectContaining(refused));
    expect(() => join({}, { loginMethods: ['sms'] })).toThrow(expect.objectContaining(refused));
    // Passkeys alone are refused, even with sign-up by passkey.
    const passkey = { passkey_auth: true, passkeys_for_signup_enabled: true };
    expect(() => join({ ...passkey, email_auth: false })).toThrow(expect.objectContaining(refused));
    expect(() => join(passkey, { loginMethods: ['passkey'] })).toThrow(expect.objectContaining(refused));
    expect(join(passkey).loginMethods).toEqual(['email', 'passkey']);
    // The client's `start` reports the error in the state and does not throw it.
    const { client } = createTestClient(service, { config: { loginMethods: ['sms'] as never } });
    await client.start();
    expect(client.getState()).toMatchObject({ ready: false, error: refused });
  });

  it('[CONF-25] toSettings accepts an app with at most passkeys to offer if the host can log users in', () => {
    for (const method of [{ guest_auth: true }, { custom_jwt_auth: true }]) {
      expect(join({ email_auth: false, ...method }).loginMethods).toEqual([]);
      expect(join({ email_auth: false, passkey_auth: true, ...method }).loginMethods).toEqual(['passkey']);
    }
    expect(join({ guest_auth: true }).loginMethods).toEqual(['email']);
  });

  it("[CAPT-15] toSettings rejects a captcha site key that does not begin with 't:'", () => {
    for (const captcha_site_key of ['0x4AAA', 'g:0x4AAA', '', undefined]) {
      const app = { captcha_enabled: true, captcha_provider: 'turnstile', captcha_site_key } as const;
      expect(() => join(app as Partial<AppConfig>)).toThrow(
        expect.objectContaining({ code: 'invalid_option', message: "captcha_site_key must begin with 't:'" }),
      );
    }
  });

  it('[CONF-23] toSettings uses the wallet-creation mode of the host, else of the app, and rejects an unknown one', () => {
    const appWith = (mode: string) => ({
      embedded_wallet_config: { ...served.embedded_wallet_config, create_on_login: mode as 'off' },
    });
    const modeOf = (app: string, host?: string) =>
      join(appWith(app), host ? { embeddedWallets: { createOnLogin: host } } : {}).embeddedWallets
        .createOnLogin;
    expect(modeOf('off')).toBe('off');
    expect(modeOf('users-without-wallets')).toBe('users-without-wallets');
    expect(modeOf('all-users')).toBe('all-users');
    expect(modeOf('users-without-wallets', 'off')).toBe('off');
    expect(() => modeOf('always')).toThrow(/embedded_wallet_config\.create_on_login must be one of/);
    const solana = { create_on_login: 'always' as 'off' };
    expect(() => join({ embedded_wallet_config: { ...served.embedded_wallet_config, solana } })).toThrow(
      /embedded_wallet_config\.solana\.create_on_login must be one of/,
    );
  });

  it('[SIGN-07] toSettings lets the host turn off signature prompts only if the app leaves it the choice', () => {
    // enforce_wallet_uis, legacy_wallet_ui_config, the host's option → noPromptOnSignature (wire protocol §2.1)
    const rows: [boolean | undefined, boolean | undefined, boolean | undefined, boolean][] = [
      [undefined, undefined, undefined, false],
      [undefined, undefined, true, true],
      [true, true, undefined, false],
      [true, true, true, true],
      [false, true, undefined, true],
      [false, true, false, false],
      [true, false, true, false],
      [false, false, false, true],
      [false, false, undefined, true],
    ];
    for (const [enforce, legacy, requested, expected] of rows) {
      const app = { enforce_wallet_uis: enforce, legacy_wallet_ui_config: legacy } as Partial<AppConfig>;
      const host = requested === undefined ? {} : { embeddedWallets: { noPromptOnSignature: requested } };
      expect(join(app, host).embeddedWallets.noPromptOnSignature, `${enforce} ${legacy} ${requested}`).toBe(
        expected,
      );
      // With approval in the frame, the other flags and the host's option have no effect (SIGN-07).
      const strict = join({ ...app, approval: 'frame' }, host).embeddedWallets;
      expect(strict).toMatchObject({ approval: 'frame', noPromptOnSignature: false });
    }
  });

  it('[CONF-27] toSettings cuts a login message at 100 characters, and warns in development', () => {
    const exact = 'é'.repeat(100);
    expect(join({}, { appearance: { loginMessage: exact } })).toMatchObject({
      appearance: { loginMessage: exact },
      warnings: [],
    });
    const long = join({}, { appearance: { loginMessage: `${exact}!` } });
    expect(long.appearance.loginMessage).toBe(exact);
    expect(long.warnings).toEqual([expect.stringContaining('loginMessage')]);
    expect(join({}, { appearance: { loginMessage: `${exact}!` } }, false).warnings).toEqual([]);
  });

  it('[CONF-28] toSettings ignores a logo that is neither text nor an image, and warns', () => {
    for (const wrong of [7, {}, { tagName: 'DIV' }, { type: 'div', props: {} }, () => null]) {
      const { appearance, warnings } = join(
        { logo_url: 'https://a.example/l.png' },
        { appearance: { logo: wrong } },
      );
      expect(appearance.logo).toBe('https://a.example/l.png');
      expect(warnings).toEqual([expect.stringContaining('logo')]);
    }
    const image = { tagName: 'IMG' };
    expect(join({}, { appearance: { logo: image } })).toMatchObject({
      appearance: { logo: image },
      warnings: [],
    });
    const react = { type: 'img', props: { src: '/logo.png' } };
    expect(join({}, { appearance: { logo: react } })).toMatchObject({
      appearance: { logo: '/logo.png' },
      warnings: [],
    });
  });

  it('[CONF-27, CONF-28] a client warns about a long login message and an invalid logo, and still becomes ready', async () => {
    const { client, warnings } = createTestClient(service, {
      config: { appearance: { loginMessage: 'x'.repeat(101), logo: 5 } },
    });
    await client.start();
    expect(client.getState().ready).toBe(true);
    expect(warnings).toHaveLength(2);
  });
});
