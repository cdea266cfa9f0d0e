import { describe, expect, it } from 'vitest';
import { contextsOf } from '../contexts.ts';
import { checkFunding, type FundInput, listFundingWays, toFundingRequest } from '../index.ts';
import { codeOf, shareFundingFixture } from './fundingFixture.testkit.ts';

const open = shareFundingFixture();
const ethereum = (address: string, config: object = {}): FundInput => ({
  address,
  chainType: 'ethereum',
  config,
});
const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

describe('toFundingRequest', () => {
  it('[FUND-04] [FUND-09] a funding request uses the recommended amount and chain unless the host sets others', async () => {
    const { client, address } = await open();
    const recommended = toFundingRequest(client, ethereum(address));
    expect(recommended).toEqual({
      address,
      amount: '0.1',
      asset: 'native-currency',
      target: null,
      methodScreen: 'FUNDING_METHOD_SELECTION',
      network: { chainType: 'ethereum', chain: expect.objectContaining({ id: 8453 }) },
      chain: expect.objectContaining({ id: 8453 }),
    });
    const asked = toFundingRequest(client, {
      ...ethereum(address, {
        chain: { id: 1 },
        amount: '2.5',
        asset: 'USDC',
        defaultFundingMethod: 'wallet',
        config: { currencyCode: 'USDC_ETHEREUM', quoteCurrencyAmount: 3 },
      }),
      target: 7n,
      errorMessage: 'Something went wrong',
    });
    expect(asked).toMatchObject({
      amount: '2.5',
      asset: 'USDC',
      target: 7n,
      first: 'wallet',
      errorMessage: 'Something went wrong',
      chain: { id: 1 },
      moonpayConfigOverride: { currencyCode: 'USDC_ETHEREUM', quoteCurrencyAmount: 3 },
    });
    expect(toFundingRequest(client, { address: solana, chainType: 'solana' })).toMatchObject({
      chain: null,
      network: { chainType: 'solana', chain: 'solana:mainnet' },
      amount: '0.1',
    });
  });

  it('[FUND-07] checkFunding refuses a funding request in an app without funding or without any method', async () => {
    for (const funding of [null, { methods: [] }]) {
      const { client, address } = await open({ funding });
      const error = await checkFunding(client, ethereum(address)).catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: 'funding_not_enabled',
        message: 'Wallet funding is not enabled.',
      });
    }
  });

  it('[FUND-08] checkFunding refuses a chain that the host does not list, even if the app recommends it', async () => {
    const { client, address } = await open();
    const refused = (id: number) => ({
      code: 'unsupported_chain_id',
      message: `Funding chain ${id} is not in the chains list of the LatchkeyProvider.`,
    });
    const tryOn = (chain: object) =>
      checkFunding(client, ethereum(address, { chain })).catch((cause: unknown) => cause);
    expect(await tryOn({ id: 137 })).toMatchObject(refused(137));
    expect(await tryOn({ id: '8453' })).toMatchObject({ code: 'unsupported_chain_id' });
    const elsewhere = await open({ funding: { default_recommended_currency: { chain: 'eip155:42161' } } });
    expect(
      await checkFunding(elsewhere.client, ethereum(elsewhere.address)).catch((cause: unknown) => cause),
    ).toMatchObject(refused(42161));
  });

  it("[CONF-20] [CONF-21] a funding request uses the app's recommended amount, chain and asset where they fit", async () => {
    const { client, address } = await open({
      funding: {
        default_recommended_amount: '25.123456789',
        default_recommended_currency: { chain: 'eip155:1', asset: 'USDC' },
      },
    });
    expect(toFundingRequest(client, ethereum(address))).toMatchObject({
      amount: '25.123456',
      asset: 'USDC',
      chain: { id: 1 },
    });
    // USDC is used on other chains where it is known, and the native coin on Solana.
    expect(toFundingRequest(client, ethereum(address, { chain: { id: 10 } }))).toMatchObject({
      asset: 'USDC',
    });
    expect(toFundingRequest(client, { address: solana, chainType: 'solana' })).toMatchObject({
      amount: '25.123456789',
      asset: 'native-currency',
    });
  });

  it('[FUND-05] toFundingRequest refuses funding requests with invalid amounts, addresses or assets, and normalises valid amounts', async () => {
    const { client, address } = await open();
    const amounts = [
      '',
      '.',
      '1e9',
      '1,5',
      '-1',
      '٣',
      '१',
      '１',
      '1'.repeat(40),
      '0.0000000000000000001',
      5,
      {},
    ];
    for (const amount of amounts)
      expect([amount, await codeOf(() => toFundingRequest(client, ethereum(address, { amount })))]).toEqual([
        ...[amount, 'invalid_data'],
      ]);
    for (const [amount, plain] of [
      ['1.', '1'],
      ['.5', '0.5'],
      ['007.50', '7.5'],
    ])
      expect(toFundingRequest(client, ethereum(address, { amount })).amount).toBe(plain);
    for (const bad of ['', 'me', `${address}00`, '0x', solana, 7])
      expect(await codeOf(() => toFundingRequest(client, ethereum(bad as string)))).toBe('invalid_data');
    for (const asset of ['BTC', {}, { erc20: 'x' }, 7])
      expect(await codeOf(() => toFundingRequest(client, ethereum(address, { asset })))).toBe('invalid_data');
    const wrong: FundInput = { address, chainType: 'solana' };
    expect(await codeOf(() => toFundingRequest(client, wrong))).toBe('invalid_data');
  });

  it('a funding request requires a session, but not a loaded user', async () => {
    const { client, address } = await open();
    contextsOf(client).session.state.set({ user: null });
    expect(await codeOf(() => checkFunding(client, ethereum(address)))).toBeNull();
    const { logout } = await import('../index.ts');
    await logout(client);
    expect(await codeOf(() => checkFunding(client, ethereum(address)))).toBe('must_be_authenticated');
  });
});

describe('listFundingWays', () => {
  it.each([
    [['moonpay'], ['moonpay']],
    [['coinbase-onramp'], ['coinbase']],
    [['external'], ['wallet', 'bridge', 'manual']],
    [
      ['external', 'coinbase-onramp', 'moonpay'],
      ['moonpay', 'coinbase', 'wallet', 'bridge', 'manual'],
    ],
  ] as const)(
    '[FUND-02] listFundingWays lists exactly the funding ways of the methods %j: %j',
    async (methods, ways) => {
      const { client, address } = await open({ funding: { methods: [...methods] } });
      expect(listFundingWays(client, toFundingRequest(client, ethereum(address)))).toEqual(ways);
    },
  );

  it('[FUND-02] listFundingWays lists no on-ramp that does not sell the coin on the chain, none for foreign addresses, and no bridge if the app turned it off', async () => {
    const { client, address } = await open({ funding: { cross_chain_bridging_enabled: false } });
    const waysOf = (input: FundInput) => listFundingWays(client, toFundingRequest(client, input));
    expect(waysOf(ethereum(address))).toEqual(['moonpay', 'coinbase', 'wallet', 'manual']);
    expect(waysOf(ethereum(address, { chain: { id: 10 } }))).toEqual(['coinbase', 'wallet', 'manual']);
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    expect(waysOf(ethereum(other))).toEqual(['wallet', 'manual']);
    const card = { preferredProvider: 'coinbase' };
    const preferred = ethereum(address, { card, defaultFundingMethod: 'card' });
    expect(waysOf(preferred)).toEqual(['coinbase', 'moonpay', 'wallet', 'manual']);
    expect(toFundingRequest(client, preferred).first).toBe('coinbase');
    expect(waysOf({ address: solana, chainType: 'solana', config: { asset: 'USDC' } })).toEqual(['manual']);
  });

  it("[CONF-32] [CONF-22] listFundingWays lists no on-ramp that is not one of the app's methods, and no MoonPay without a key for the mode", async () => {
    const methods = ['moonpay' as const, 'external' as const];
    const keyless = {
      api_url: 'https://api.moonpay.example/v1',
      public_key: 'pk_live_1',
      test_public_key: null,
    };
    for (const useSandbox of [true, false]) {
      const { client, address } = await open({
        funding: { methods, cross_chain_bridging_enabled: false },
        services: { moonpay: keyless },
        config: { fundingMethodConfig: { moonpay: { useSandbox } } },
      });
      const ways = listFundingWays(client, toFundingRequest(client, ethereum(address)));
      expect(ways.includes('moonpay')).toBe(!useSandbox);
    }
    const { client, address } = await open({ funding: { methods: ['external'] } });
    expect(listFundingWays(client, toFundingRequest(client, ethereum(address)))).not.toContain('moonpay');
  });
});
