import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import type { AppConfig } from '@latchkey/wire';
import { getAppRoute, limits } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppSettings, type HostConfig, toSettings } from './index.ts';

describe('the settings of an app', () => {
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

  const wallets = () => served.embedded_wallet_config;
  const funding = {
    methods: ['moonpay' as const],
    options: [],
    default_recommended_amount: '0.01',
    default_recommended_currency: { chain: 'eip155:8453', asset: 'USDC' as const },
    prompt_funding_on_wallet_creation: true,
    cross_chain_bridging_enabled: false,
  };
  const telegram = { bot_id: '1', bot_name: 'bot', link_enabled: true, seamless_auth_enabled: false };
  const base = { id: 8453, name: 'Base', rpcUrls: { default: { http: ['https://base.example'] } } };
  const token = async () => 'token';

  // What is served, what the host wishes, and the settings that come of both: every row says who has the last word.
  const rows: [ids: string, app: () => Partial<AppConfig>, host: unknown, settings: object][] = [
    ['[CONF-13] name', () => ({ name: 'Served' }), {}, { name: 'Served' }],
    [
      '[CONF-13] legal, from the app',
      () => ({ terms_and_conditions_url: 'https://a.example/t', require_users_accept_terms: true }),
      {},
      {
        legal: {
          termsAndConditionsUrl: 'https://a.example/t',
          privacyPolicyUrl: null,
          requireUsersAcceptTerms: true,
        },
      },
    ],
    [
      "[CONF-13] legal: links are the host's, whether terms must be accepted is not",
      () => ({ require_users_accept_terms: true }),
      { legal: { termsAndConditionsUrl: '/t', requireUsersAcceptTerms: false } },
      { legal: { termsAndConditionsUrl: '/t', privacyPolicyUrl: null, requireUsersAcceptTerms: true } },
    ],
    [
      '[CONF-14] appearance without a word from anybody',
      () => ({}),
      {},
      {
        appearance: {
          logo: null,
          landingHeader: 'Log in or sign up',
          loginMessage: null,
          loginGroupPriority: null,
          hideDirectWeb2Inputs: false,
          walletList: ['detected_wallets', 'metamask', 'coinbase_wallet', 'rainbow', 'wallet_connect'],
          palette: { colorScheme: 'system' },
          accentColor: null,
        },
      },
    ],
    [
      '[CONF-14] appearance, from the app',
      () => ({ show_wallet_login_first: true, theme: 'dark', accent_color: '#112233' }),
      {},
      {
        appearance: {
          loginGroupPriority: 'web3-first',
          palette: { colorScheme: 'dark' },
          accentColor: '#112233',
        },
      },
    ],
    [
      '[CONF-14] appearance, from the host',
      () => ({ show_wallet_login_first: true, theme: 'dark' }),
      {
        appearance: {
          loginGroupPriority: 'web2-first',
          theme: 'light',
          hideDirectWeb2Inputs: true,
          walletList: ['rainbow'],
        },
      },
      {
        appearance: {
          loginGroupPriority: 'web2-first',
          palette: { colorScheme: 'light' },
          hideDirectWeb2Inputs: true,
          walletList: ['rainbow'],
        },
      },
    ],
    [
      '[CONF-15] loginMethods without an order',
      () => ({}),
      {},
      { loginMethods: ['email'], loginMethodsAndOrder: null },
    ],
    [
      '[CONF-15] loginMethodsAndOrder keeps what the app enables, each method once',
      () => ({}),
      { loginMethodsAndOrder: { primary: ['email', 'carrier-pigeon', 'email'], overflow: ['email'] } },
      { loginMethods: ['email'], loginMethodsAndOrder: { primary: ['email'], overflow: [] } },
    ],
    [
      '[CONF-15] loginMethodsAndOrder may stand behind More options alone',
      () => ({}),
      { loginMethods: ['carrier-pigeon'], loginMethodsAndOrder: { primary: ['x'], overflow: ['email'] } },
      { loginMethods: ['email'], loginMethodsAndOrder: { primary: [], overflow: ['email'] } },
    ],
    [
      '[CONF-15] externalWallets',
      () => ({}),
      { externalWallets: { walletConnect: { enabled: false } } },
      { externalWallets: { walletConnect: { enabled: false } } },
    ],
    [
      '[CONF-15] externalWallets without a word',
      () => ({}),
      {},
      { externalWallets: { walletConnect: { enabled: true } } },
    ],
    [
      '[CONF-16] loginConfig',
      () => ({ twitter_oauth_on_mobile_enabled: true, telegram_auth_config: telegram }),
      {},
      {
        loginConfig: {
          twitterOAuthOnMobileEnabled: true,
          telegramAuthConfiguration: {
            botId: '1',
            botName: 'bot',
            linkEnabled: true,
            seamlessAuthEnabled: false,
          },
        },
      },
    ],
    [
      '[CONF-16] loginConfig without Telegram',
      () => ({}),
      {},
      { loginConfig: { twitterOAuthOnMobileEnabled: false, telegramAuthConfiguration: null } },
    ],
    [
      '[CONF-18] embeddedWallets without a word',
      () => ({}),
      {},
      {
        embeddedWallets: {
          createOnLogin: 'off',
          noPromptOnSignature: false,
          requireUserOwnedRecoveryOnCreate: false,
          userOwnedRecoveryOptions: [],
          waitForTransactionConfirmation: true,
          priceDisplay: { primary: 'fiat-currency' },
        },
      },
    ],
    [
      "[CONF-18] embeddedWallets: recovery is the operator's",
      () => ({
        embedded_wallet_config: {
          ...wallets(),
          user_owned_recovery_options: ['icloud'],
          require_user_owned_recovery_on_create: true,
        },
      }),
      {
        embeddedWallets: {
          requireUserOwnedRecoveryOnCreate: false,
          userOwnedRecoveryOptions: [],
          waitForTransactionConfirmation: false,
          priceDisplay: { primary: 'native-token' },
        },
      },
      {
        embeddedWallets: {
          requireUserOwnedRecoveryOnCreate: true,
          userOwnedRecoveryOptions: ['icloud'],
          waitForTransactionConfirmation: false,
          priceDisplay: { primary: 'native-token' },
        },
      },
    ],
    [
      '[CONF-19] mfa',
      () => ({ mfa_methods: ['totp'] }),
      { mfa: { noPromptOnMfaRequired: true, methods: ['sms'] } },
      { mfa: { methods: ['totp'], noPromptOnMfaRequired: true } },
    ],
    [
      '[CONF-19] chains without a word',
      () => ({}),
      {},
      {
        chains: [{ id: 1, name: 'Ethereum' }],
        defaultChain: { id: 1, name: 'Ethereum' },
        rpcConfig: { rpcUrls: {} },
        mfa: { methods: [], noPromptOnMfaRequired: false },
      },
    ],
    [
      '[CONF-19] chains by addresses alone',
      () => ({}),
      { rpcConfig: { rpcUrls: { 10: 'https://op.example' } } },
      {
        chains: [{ id: 10 }],
        defaultChain: { id: 10 },
        rpcConfig: { rpcUrls: { 10: 'https://op.example' } },
      },
    ],
    [
      '[CONF-19] chains, defaultChain',
      () => ({}),
      { chains: [{ id: 1, name: 'Ethereum' }, base], defaultChain: base },
      { chains: [{ id: 1 }, { id: 8453 }], defaultChain: base },
    ],
    [
      '[CONF-19] supportedChains is another name of chains',
      () => ({}),
      { supportedChains: [base] },
      { chains: [base], defaultChain: base },
    ],
    [
      '[CONF-20] everything off',
      () => ({}),
      {},
      {
        captchaEnabled: false,
        customAuth: { enabled: false, getCustomAccessToken: null },
        fundingConfig: null,
        render: { standalone: false },
        headless: false,
      },
    ],
    [
      '[CONF-20] captchaEnabled, customAuth, fundingConfig, render, headless',
      () => ({ captcha_enabled: true, custom_jwt_auth: true, funding_config: funding }),
      { customAuth: { getCustomAccessToken: token }, render: { standalone: true }, headless: true },
      {
        captchaEnabled: true,
        customAuth: { enabled: true, getCustomAccessToken: token },
        fundingConfig: {
          methods: ['moonpay'],
          defaultRecommendedAmount: '0.01',
          defaultRecommendedCurrency: { chain: 'eip155:8453', asset: 'USDC' },
          promptFundingOnWalletCreation: true,
        },
        render: { standalone: true },
        headless: true,
      },
    ],
    [
      '[CONF-20] customAuth: neither side turns it on alone',
      () => ({ custom_jwt_auth: true }),
      { customAuth: { enabled: false } },
      { customAuth: { enabled: false } },
    ],
    [
      '[CONF-20] customAuth of a host alone',
      () => ({ custom_jwt_auth: false }),
      { customAuth: { enabled: true } },
      { customAuth: { enabled: false } },
    ],
    [
      'intl',
      () => ({}),
      { intl: { locale: 'ja' } },
      { intl: { locale: 'ja', texts: {}, defaultCountry: 'US' } },
    ],
  ];
  it.each(rows)('%s', (_ids, app, host, settings) => {
    expect(join(app(), host)).toMatchObject(settings);
  });

  it("takes a theme or colour that a host's toggle made up for none", () => {
    const look = { theme: 'neon', accentColor: 'red; } * { display: none' };
    expect(join({ theme: 'dark', accent_color: '#112233' }, { appearance: look }).appearance).toMatchObject({
      palette: { colorScheme: 'dark' },
      accentColor: '#112233',
    });
  });

  it('[CONF-26] warn of more than four primary methods and go on', () => {
    const five = { loginMethodsAndOrder: { primary: ['email', 'a', 'b', 'c', 'd'] } };
    const { loginMethods, warnings } = join({}, five);
    expect(loginMethods).toEqual(['email']);
    expect(warnings).toEqual([expect.stringContaining('4 primary login methods')]);
    expect(join({}, five, false).warnings).toEqual([]);
    expect(join({}, { loginMethodsAndOrder: { primary: ['email', 'a', 'b', 'c'] } }).warnings).toEqual([]);
    expect(join({}, { loginMethods: ['email', 'a', 'b', 'c', 'd'] }).warnings).toHaveLength(1);
    const overflow = { primary: ['email'], overflow: ['a', 'b', 'c', 'd', 'e'] };
    expect(join({}, { loginMethodsAndOrder: overflow }).warnings).toEqual([]);
  });

  it('[CONF-17] default to the country US', () => {
    expect(join().intl.defaultCountry).toBe('US');
    expect(join({}, { intl: { defaultCountry: 'CH' } }).intl.defaultCountry).toBe('CH');
  });

  it('take looks and links from the host first, then from the app', () => {
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

  it('offer only login methods that the app enables, in the order of the host', () => {
    expect(join().loginMethods).toEqual(['email']);
    expect(join({}, { loginMethods: ['sms', 'email', 'email'] }).loginMethods).toEqual(['email']);
  });

  it('[CONF-25] fail without any login method', async () => {
    const refused = { code: 'no_login_method', message: 'At least one login method must be enabled' };
    expect(() => join({ email_auth: false })).toThrow(expect.objectContaining(refused));
    expect(() => join({}, { loginMethods: ['sms'] })).toThrow(expect.objectContaining(refused));
    // Over the wire it is the start that fails, without throwing.
    const { client } = createTestClient(service, { config: { loginMethods: ['sms'] as never } });
    await client.start();
    expect(client.getState()).toMatchObject({ ready: false, error: refused });
  });

  it('[CONF-23] take the wallet-creation mode of the host, else of the app, and refuse an unknown one', () => {
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
  });

  it('let the host silence signature prompts only where the app leaves it the choice', () => {
    // enforce_wallet_uis, legacy_wallet_ui_config, the host's wish → noPromptOnSignature (wire sheet §2.1)
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
    for (const [enforce, legacy, wish, expected] of rows) {
      const app = { enforce_wallet_uis: enforce, legacy_wallet_ui_config: legacy } as Partial<AppConfig>;
      const host = wish === undefined ? {} : { embeddedWallets: { noPromptOnSignature: wish } };
      expect(join(app, host).embeddedWallets.noPromptOnSignature, `${enforce} ${legacy} ${wish}`).toBe(
        expected,
      );
    }
  });

  it('[CONF-27] cut a login message at 100 characters and warn of it', () => {
    const exact = 'é'.repeat(limits.loginMessageLength);
    expect(join({}, { appearance: { loginMessage: exact } })).toMatchObject({
      appearance: { loginMessage: exact },
      warnings: [],
    });
    const long = join({}, { appearance: { loginMessage: `${exact}!` } });
    expect(long.appearance.loginMessage).toBe(exact);
    expect(long.warnings).toEqual([expect.stringContaining('loginMessage')]);
    expect(join({}, { appearance: { loginMessage: `${exact}!` } }, false).warnings).toEqual([]);
  });

  it('[CONF-28] warn of a logo that is neither text nor an image element', () => {
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

  it('[CONF-27, CONF-28] reach the developer through the client', async () => {
    const { client, warnings } = createTestClient(service, {
      config: { appearance: { loginMessage: 'x'.repeat(101), logo: 5 } },
    });
    await client.start();
    expect(client.getState().ready).toBe(true);
    expect(warnings).toHaveLength(2);
  });
});
