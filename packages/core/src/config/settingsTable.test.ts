import { createTestService, type TestService } from '@latchkey/testkit';
import type { AppConfig } from '@latchkey/wire';
import { getAppRoute } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppSettings, type HostConfig, toSettings } from './index.ts';

describe("toSettings merges the served config with the host's options", () => {
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

  // Each row has the served config, the host's options, and the settings that result from both.
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
      '[CONF-13] legal, with the links of the host, and the decision of the app whether terms must be accepted',
      () => ({ require_users_accept_terms: true }),
      { legal: { termsAndConditionsUrl: '/t', requireUsersAcceptTerms: false } },
      { legal: { termsAndConditionsUrl: '/t', privacyPolicyUrl: null, requireUsersAcceptTerms: true } },
    ],
    [
      'allowlistConfig, with null for an empty text',
      () => ({
        allowlist_config: {
          error_title: 'Members only',
          error_detail: null,
          cta_text: '',
          cta_link: 'https://a.example/join',
        },
      }),
      {},
      {
        allowlistConfig: {
          errorTitle: 'Members only',
          errorDetail: null,
          ctaText: null,
          ctaLink: 'https://a.example/join',
        },
      },
    ],
    [
      '[CONF-14] appearance by default',
      () => ({}),
      {},
      {
        appearance: {
          logo: null,
          landingHeader: null,
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
      '[CONF-14, LAND-35] appearance, from the app',
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
      '[CONF-14, LAND-35] appearance, from the host',
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
      '[CONF-15] loginMethodsAndOrder, with the methods that the app enables, each once',
      () => ({}),
      { loginMethodsAndOrder: { primary: ['email', 'carrier-pigeon', 'email'], overflow: ['email'] } },
      { loginMethods: ['email'], loginMethodsAndOrder: { primary: ['email'], overflow: [] } },
    ],
    [
      '[CONF-15] loginMethodsAndOrder with methods only behind More options',
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
      '[CONF-15] externalWallets by default',
      () => ({}),
      {},
      { externalWallets: { walletConnect: { enabled: true } } },
    ],
    [
      '[CONF-16] loginConfig',
      () => ({
        twitter_oauth_on_mobile_enabled: true,
        oidc_name: 'Example ID',
        passkeys_for_signup_enabled: true,
        telegram_auth_config: telegram,
      }),
      {},
      {
        loginConfig: {
          twitterOAuthOnMobileEnabled: true,
          oidcName: 'Example ID',
          passkeySignUp: true,
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
      '[CONF-16] loginConfig without Telegram and without a provider of the app',
      () => ({}),
      {},
      {
        loginConfig: {
          twitterOAuthOnMobileEnabled: false,
          oidcName: null,
          passkeySignUp: false,
          telegramAuthConfiguration: null,
        },
      },
    ],
    [
      '[CONF-18] embeddedWallets by default',
      () => ({}),
      {},
      {
        embeddedWallets: {
          createOnLogin: 'off',
          solana: { createOnLogin: 'off' },
          noPromptOnSignature: false,
          approval: 'page',
          requireUserOwnedRecoveryOnCreate: false,
          requireUserPasswordOnCreate: false,
          recoveryPasswordMinLength: 6,
          userOwnedRecoveryOptions: [],
          waitForTransactionConfirmation: true,
          priceDisplay: { primary: 'fiat-currency' },
        },
      },
    ],
    [
      '[CONF-18] embeddedWallets.createOnLogin, from the app, for each chain',
      () => ({
        embedded_wallet_config: {
          ...wallets(),
          create_on_login: 'users-without-wallets',
          solana: { create_on_login: 'all-users' },
        },
      }),
      {},
      { embeddedWallets: { createOnLogin: 'users-without-wallets', solana: { createOnLogin: 'all-users' } } },
    ],
    [
      '[CONF-18] embeddedWallets.createOnLogin, from the host, for one chain only',
      () => ({
        embedded_wallet_config: {
          ...wallets(),
          create_on_login: 'users-without-wallets',
          solana: { create_on_login: 'all-users' },
        },
      }),
      { embeddedWallets: { solana: { createOnLogin: 'off' } } },
      { embeddedWallets: { createOnLogin: 'users-without-wallets', solana: { createOnLogin: 'off' } } },
    ],
    [
      "[CONF-18] embeddedWallets.createOnLogin, the old name of Ethereum's option, which the new name overrides",
      () => ({}),
      {
        embeddedWallets: { createOnLogin: 'all-users', ethereum: { createOnLogin: 'users-without-wallets' } },
      },
      { embeddedWallets: { createOnLogin: 'users-without-wallets', solana: { createOnLogin: 'off' } } },
    ],
    [
      '[CONF-18] embeddedWallets, with the recovery settings of the operator and the other options of the host',
      () => ({
        embedded_wallet_config: {
          ...wallets(),
          user_owned_recovery_options: ['icloud'],
          require_user_owned_recovery_on_create: true,
          require_user_password_on_create: true,
          recovery_password_min_length: 12,
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
          requireUserPasswordOnCreate: true,
          recoveryPasswordMinLength: 12,
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
      '[CONF-19] chains by default',
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
      '[CONF-19] chains from RPC URLs only',
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
      '[CONF-19] supportedChains, an alias of chains',
      () => ({}),
      { supportedChains: [base] },
      { chains: [base], defaultChain: base },
    ],
    [
      '[CONF-20] captchaEnabled, customAuth, fundingConfig, render and headless by default',
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
      () => ({
        captcha_enabled: true,
        captcha_provider: 'proof-of-work',
        custom_jwt_auth: true,
        funding_config: funding,
      }),
      { customAuth: { getCustomAccessToken: token }, render: { standalone: true }, headless: true },
      {
        captchaEnabled: true,
        turnstile: null,
        customAuth: { enabled: true, getCustomAccessToken: token },
        fundingConfig: {
          methods: ['moonpay'],
          defaultRecommendedAmount: '0.01',
          defaultRecommendedCurrency: { chain: 'eip155:8453', asset: 'USDC' },
          promptFundingOnWalletCreation: true,
          crossChainBridgingEnabled: false,
          services: null,
        },
        render: { standalone: true },
        headless: true,
      },
    ],
    [
      '[CONF-20] [CONF-21] fundingConfig with the funding services',
      () => ({
        funding_config: { ...funding, cross_chain_bridging_enabled: true },
        funding_services: { quotes_url: 'https://quotes.example', quotes_test_url: null },
      }),
      {},
      {
        fundingConfig: {
          methods: ['moonpay'],
          defaultRecommendedAmount: '0.01',
          defaultRecommendedCurrency: { chain: 'eip155:8453', asset: 'USDC' },
          promptFundingOnWalletCreation: true,
          crossChainBridgingEnabled: true,
          services: { quotes_url: 'https://quotes.example', quotes_test_url: null },
        },
      },
    ],
    [
      "[CAPT-15] Turnstile's key without its prefix, from a service that serves no provider and no script URL",
      () => ({ captcha_enabled: true, captcha_provider: undefined as never, captcha_site_key: 't:0x4AAA' }),
      {},
      {
        captchaEnabled: true,
        turnstile: {
          siteKey: '0x4AAA',
          scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
        },
      },
    ],
    [
      '[CAPT-07] captchaEnabled as off, even if a site key is set',
      () => ({ captcha_enabled: false, captcha_site_key: 'no key' }),
      {},
      { captchaEnabled: false, turnstile: null },
    ],
    [
      '[CONF-20] customAuth as off if the host turns it off',
      () => ({ custom_jwt_auth: true }),
      { customAuth: { enabled: false } },
      { customAuth: { enabled: false } },
    ],
    [
      '[CONF-20] customAuth as off if only the host turns it on',
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
  it.each(rows)('toSettings merges %s', (_ids, app, host, settings) => {
    expect(join(app(), host)).toMatchObject(settings);
  });
});
