import { createBrowserProfile } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import { defaultEnvironment } from '../environment.ts';
import { type ClientOptions, createClient, type Environment } from '../index.ts';

const appId = 'latchkey-test-app-0000001';

/** Creates the environment of a page at an address, without a network. */
function environmentOf(href: string): Environment {
  return { ...defaultEnvironment(), fetch: null, window: createBrowserProfile().open({ url: href }).window };
}

/** Returns the error that createClient throws on a page at an address, or null. */
function refusalOf(options: unknown, href = 'http://localhost:3000/'): unknown {
  try {
    createClient(options as ClientOptions, environmentOf(href));
    return null;
  } catch (error) {
    return error;
  }
}

describe('createClient', () => {
  it('[CONF-24] createClient requires an app id of 25 characters', () => {
    for (const wrong of ['', 'short', `${appId}x`, undefined, null, 25, {}]) {
      expect(refusalOf({ appId: wrong })).toMatchObject({
        code: 'invalid_app_id',
        message: `Cannot initialize the Latchkey provider with an invalid app ID: ${JSON.stringify(wrong)} is not 25 characters`,
      });
    }
    expect(refusalOf({ appId })).toBeNull();
  });

  it('[HTTP-01] createClient uses the local service on a loopback page, and elsewhere requires apiUrl', () => {
    for (const href of [
      'http://localhost:3000/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://demo.localhost/',
    ]) {
      expect(createClient({ appId }, environmentOf(href)).options.apiUrl).toBe('http://localhost:4000');
    }
    const custom = createClient(
      { appId, apiUrl: 'https://auth.example.com' },
      environmentOf('https://shop.example/'),
    );
    expect(custom.options.apiUrl).toBe('https://auth.example.com');
    expect(refusalOf({ appId }, 'https://shop.example/')).toMatchObject({ code: 'invalid_api_url' });
  });

  it('createClient rejects an apiUrl that is not exactly an http(s) origin', () => {
    const wrong = [
      'https://auth.example.com/',
      'https://auth.example.com/api',
      'https://Auth.example.com',
      'https://auth.example.com:443',
      'auth.example.com',
      'ftp://auth.example.com',
      '',
    ];
    for (const apiUrl of wrong)
      expect(refusalOf({ appId, apiUrl }), apiUrl).toMatchObject({ code: 'invalid_api_url' });
  });

  it('[CONF-23] createClient rejects an unknown wallet-creation mode and names the field', () => {
    for (const mode of ['off', 'users-without-wallets', 'all-users']) {
      expect(refusalOf({ appId, config: { embeddedWallets: { createOnLogin: mode } } })).toBeNull();
    }
    for (const [embeddedWallets, field] of [
      [{ createOnLogin: 'always' }, 'createOnLogin'],
      [{ ethereum: { createOnLogin: 'always' } }, 'ethereum.createOnLogin'],
      [{ solana: { createOnLogin: true } }, 'solana.createOnLogin'],
    ] as const) {
      expect(refusalOf({ appId, config: { embeddedWallets } }), field).toMatchObject({
        code: 'invalid_option',
        message: `config.embeddedWallets.${field} must be one of off, users-without-wallets, all-users`,
      });
    }
  });

  it('[CONF-25] createClient rejects an empty list of login methods', () => {
    expect(refusalOf({ appId, config: { loginMethods: [] } })).toMatchObject({
      code: 'no_login_method',
      message: 'At least one login method must be enabled',
    });
  });

  const base = { id: 8453, name: 'Base', rpcUrls: { default: { http: ['https://base.example'] } } };
  it.each([
    [{ appearance: { theme: 'neon' } }, 'appearance.theme'],
    [{ appearance: { accentColor: 'red' } }, 'appearance.accentColor'],
    [{ appearance: { accentColor: 7 } }, 'appearance.accentColor'],
    [{ appearance: { walletList: 'metamask' } }, 'appearance.walletList'],
    [{ appearance: { walletList: null } }, 'appearance.walletList'],
    [{ appearance: { walletList: ['rainbow', 'metamsk'] } }, 'appearance.walletList'],
    [{ loginMethods: 'email' }, 'loginMethods'],
    [{ loginMethodsAndOrder: { primary: 'email' } }, 'loginMethodsAndOrder'],
    [{ loginMethodsAndOrder: {} }, 'loginMethodsAndOrder'],
    [{ chains: base }, 'chains'],
    [{ chains: [null] }, 'chains'],
    [{ chains: [{ id: '0x1', name: 'x' }] }, 'chains'],
    [{ chains: [{ id: -1, name: 'x' }] }, 'chains'],
    [{ chains: [{ ...base, rpcUrls: { default: { http: ['javascript:alert(1)'] } } }] }, 'rpcConfig'],
    [{ chains: [base], defaultChain: { id: 1, name: 'Ethereum' } }, 'defaultChain'],
    [{ chains: [], defaultChain: base }, 'defaultChain'],
    [{ rpcConfig: { rpcUrls: { 1: 'ws://node' } } }, 'rpcConfig.rpcUrls'],
    [{ rpcConfig: { rpcUrls: { 1: 7 } } }, 'rpcConfig.rpcUrls'],
  ])('createClient rejects the config %j and names the field', (config, field) => {
    expect(refusalOf({ appId, config })).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(`config.${field}`),
    });
  });

  it("createClient accepts missing options, and viem's chains", () => {
    const chain = { ...base, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };
    for (const config of [
      {},
      { appearance: { theme: undefined, accentColor: '#abc' } },
      { chains: [chain], defaultChain: chain, rpcConfig: { rpcUrls: { 8453: 'http://127.0.0.1:8545' } } },
      { defaultChain: chain },
      { chains: [] },
      { rpcConfig: {} },
    ])
      expect(refusalOf({ appId, config }), JSON.stringify(config)).toBeNull();
  });

  it('[CONF-25] createClient rejects loginMethodsAndOrder without a primary method', () => {
    expect(refusalOf({ appId, config: { loginMethodsAndOrder: { primary: [] } } })).toMatchObject({
      code: 'no_login_method',
    });
  });
});
