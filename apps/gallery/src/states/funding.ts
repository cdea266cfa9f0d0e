import type { PreparedTransfer, Quote } from '@latchkey/core/funding';
import type { Chain, ConnectedWallet, FundInput, HostConfig } from '@latchkey/core/startup';
import { type AppConfig, fundingRoutes, priceRoutes, ServiceError } from '@latchkey/wire';
import { answer, type Node, nodeUrl, refuse } from '../network.ts';
import { address } from '../people.ts';
import { iconOf } from '../walletsOfPage.ts';
import { wallets } from './methods/wallet.ts';
import type { Conditions, State, States } from './state.ts';

const ethereum: Chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
};
const base: Chain = { ...ethereum, id: 8453, name: 'Base' };
const host: HostConfig = {
  chains: [ethereum, base],
  rpcConfig: { rpcUrls: { 1: nodeUrl, 8453: nodeUrl } },
};
const ether = 10n ** 18n;

/** An app whose wallets are funded in every way. */
export const fundable: Partial<AppConfig> = {
  funding_config: {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    options: [],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: 'eip155:8453' },
    prompt_funding_on_wallet_creation: false,
    cross_chain_bridging_enabled: true,
  },
  funding_services: {
    moonpay: { api_url: 'https://moonpay.example/v1', public_key: 'pk_live_1', test_public_key: null },
    coinbase_pay_url: 'https://coinbase.example/buy',
    quotes_url: 'https://quotes.example',
    quotes_test_url: null,
  },
};
const funding_config = fundable.funding_config as NonNullable<AppConfig['funding_config']>;

/** A node on which the wallet holds so much, of the chain's coin and of the dollar token. */
function nodeOf(balance: bigint | (() => bigint) = ether / 50n): Node {
  const held = typeof balance === 'function' ? balance : () => balance;
  const hex = (value: bigint | number) => `0x${value.toString(16)}`;
  const usual: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => hex(8453),
    eth_getBalance: () => hex(held()),
    eth_call: () => hex(25_000_000n),
    eth_estimateGas: () => hex(21_000),
    eth_gasPrice: () => hex(10n ** 7n),
    eth_getCode: () => '0x6000',
  };
  return (method) => {
    const say = usual[method];
    if (!say) throw new Error('the method does not exist');
    return say();
  };
}

/** A balance that rises by so much after the first look at it. */
function rising(by: bigint): Node {
  let looks = 0;
  return nodeOf(() => ether / 50n + (++looks > 2 ? by : 0n));
}

const funding: FundInput = { address, chainType: 'ethereum' };
const conditions: Conditions = {
  app: fundable,
  host,
  isLoggedIn: true,
  node: nodeOf(),
  answers: [answer(priceRoutes.tokenPrice, { usd: 3512.37 })],
};

const selected: State<'FUNDING_METHOD_SELECTION'> = {
  props: { funding },
  ...conditions,
  act: ({ see }) => see('.fund-amount:not(:has(.fund-blank))'),
};
const offering = (change: Partial<typeof funding_config>): Partial<AppConfig> => ({
  ...fundable,
  funding_config: { ...funding_config, ...change },
});
const solana: FundInput = { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', chainType: 'solana' };
const transaction = {
  name: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  props: { act: 'send', request: { address, chain: base } },
};

export const selection: States<'FUNDING_METHOD_SELECTION'> = {
  usual: selected,
  loading: { ...selected, node: () => undefined, answers: [], act: ({ see }) => see('.fund-blank') },
  usdc: {
    ...selected,
    props: { funding: { ...funding, config: { asset: 'USDC', amount: '25' } } },
    answers: [answer(priceRoutes.tokenPrice, { usd: 1 })],
  },
  'no amount': {
    ...selected,
    async act({ see, type }) {
      await type('.fund-field input', '');
      await see('.fund-way:disabled');
    },
  },
  'no price': { ...selected, answers: [answer(priceRoutes.tokenPrice, { usd: 0 })] },
  'one way': { ...selected, app: offering({ methods: ['moonpay'] }) },
  'after a problem': { ...selected, props: { funding, problem: 'moonpay', isAgain: true } },
  'from a transaction': {
    ...selected,
    props: { funding: { ...funding, target: ether }, returnTo: transaction },
  },
  'a new wallet': { ...selected, props: { funding, isPrompt: true } },
  solana: {
    ...selected,
    props: { funding: solana },
    node: () => undefined,
    act: ({ see }) => see('.fund-way'),
  },
  'long words': {
    ...selected,
    props: { funding: { ...funding, config: { amount: '123456789.123456' } } },
    host: { ...host, chains: [ethereum, { ...base, name: 'A network with a name that is far too long' }] },
  },
};

const browser = {
  address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  chainType: 'ethereum',
  chainId: 'eip155:1',
  walletClientType: 'metamask',
  connectorType: 'injected',
  meta: { id: 'io.metamask', name: 'MetaMask', icon: iconOf('MetaMask') },
  connectedAt: 0,
  isLinked: false,
} as unknown as ConnectedWallet;
const coin = { symbol: 'ETH', decimals: 18, token: null };
const transfer: PreparedTransfer = {
  wallet: browser,
  network: { chainType: 'ethereum', chain: base },
  coin,
  recipient: address,
  amount: ether / 10n,
  fee: 3n * 10n ** 15n,
  total: ether / 10n + 3n * 10n ** 15n,
};
const quote: Quote = {
  id: `0x${'5a'.repeat(32)}`,
  from: ethereum,
  to: base,
  payer: browser.address as `0x${string}`,
  recipient: address,
  coinIn: coin,
  coinOut: coin,
  amountIn: ether / 10n + 2n * 10n ** 15n,
  amountOut: ether / 10n,
  fee: 2n * 10n ** 15n,
  gas: 10n ** 15n,
  steps: [],
  takenAtMs: Date.UTC(2026, 0, 1),
  isDear: false,
};
const byWallet = { way: 'wallet', transfer } as const;
const byBridge = { way: 'bridge', quote, wallet: browser } as const;

export const fromWallet: States<'FUNDING_TRANSFER_FROM_WALLET'> = {
  usual: {
    props: { funding, mode: 'wallet' },
    ...conditions,
    wallets,
    act: ({ see }) => see('.wallet-row img'),
  },
  'another network': {
    props: { funding, mode: 'bridge' },
    ...conditions,
    wallets,
    act: ({ see }) => see('.wallet-row img'),
  },
  confirm: {
    props: { funding, mode: 'wallet', wallet: browser },
    ...conditions,
    node: nodeOf(ether),
    act: ({ see }) => see('.button.primary:enabled'),
  },
  short: {
    props: { funding, mode: 'wallet', wallet: browser },
    ...conditions,
    node: nodeOf(10n),
    act: ({ see }) => see('.fund-error'),
  },
  'price changed': {
    props: { funding, mode: 'bridge', wallet: browser, quote },
    ...conditions,
    act: ({ see }) => see('.fund-notice[data-warns]'),
  },
  'price high': {
    props: { funding, mode: 'bridge', wallet: browser, quote: { ...quote, isDear: true } },
    ...conditions,
    act: ({ see }) => see('.button.danger'),
  },
};

const asked: State<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'> = {
  props: { funding, plan: byWallet, hash: `0x${'9f3c'.repeat(16)}` },
  ...conditions,
};
export const awaiting: States<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'> = {
  usual: { ...asked, props: { funding, plan: byWallet } },
  done: asked,
  'on its way': { ...asked, props: { ...asked.props, plan: byBridge } },
  arrived: { ...asked, props: { ...asked.props, plan: byBridge, outcome: 'completed' } },
  refunded: { ...asked, props: { ...asked.props, plan: byBridge, outcome: 'refunded' } },
  rejected: {
    ...asked,
    props: { funding, plan: byWallet, error: new ServiceError('user_rejected_request') },
  },
  refused: {
    ...asked,
    props: { funding, plan: byBridge, error: new ServiceError('quote_refused') },
  },
};

export const manual: States<'FUNDING_MANUAL_TRANSFER'> = {
  usual: { props: { funding }, ...conditions, act: ({ see }) => see('svg[role=img]') },
  'something arrived': {
    props: { funding },
    ...conditions,
    node: rising(ether / 20n),
    act: ({ see }) => see('.arrival'),
  },
  enough: {
    props: { funding },
    ...conditions,
    node: nodeOf(ether),
    act: ({ see }) => see('.button.primary'),
  },
  usdc: {
    props: { funding: { ...funding, config: { asset: 'USDC', amount: '25' } } },
    ...conditions,
    node: () => undefined,
    act: ({ see }) => see('svg[role=img]'),
  },
  solana: { props: { funding: solana }, ...conditions, act: ({ see }) => see('svg[role=img]') },
};

export const moonpayPrompt: States<'MOONPAY_PROMPT'> = {
  usual: {
    props: { funding },
    ...conditions,
    answers: [
      answer(fundingRoutes.signMoonpay, {
        signedUrl: 'https://moonpay.example/buy?signature=1',
        externalTransactionId: 'purchase',
      }),
    ],
    act: ({ see }) => see('a.button[href]'),
  },
  signing: { props: { funding }, ...conditions },
  refused: {
    props: { funding },
    ...conditions,
    answers: [refuse(fundingRoutes.signMoonpay, 'wallet_not_linked')],
  },
};

const purchase = { id: 'purchase', isTest: false };
export const moonpayStatus: States<'MOONPAY_STATUS'> = {
  usual: { props: { funding, purchase }, ...conditions },
  completed: { props: { funding, purchase, status: 'completed' }, ...conditions },
  failed: { props: { funding, purchase, status: 'failed' }, ...conditions },
  'not reached': { props: { funding, purchase, status: 'serviceFailure' }, ...conditions },
};

export const coinbaseStatus: States<'COINBASE_ONRAMP_STATUS'> = {
  usual: { props: { funding, popup: null, id: 'purchase' }, ...conditions },
  'not opened': { props: { funding, popup: null }, ...conditions },
  blocked: { props: { funding, popup: null, isBlocked: true }, ...conditions },
  success: { props: { funding, popup: null, id: 'purchase', outcome: 'success' }, ...conditions },
  left: { props: { funding, popup: null, id: 'purchase', outcome: 'exit' }, ...conditions },
  timeout: { props: { funding, popup: null, id: 'purchase', outcome: 'timeout' }, ...conditions },
  failed: { props: { funding, popup: null, id: 'purchase', outcome: 'failure' }, ...conditions },
};
