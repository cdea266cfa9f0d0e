import {
  type Chain,
  type ConnectedWallet,
  connectExternalWallet,
  type FundInput,
  type HostConfig,
} from '@latchkey/core';
import { type AppConfig, priceRoutes } from '@latchkey/wire';
import type { Services } from '../../../../../packages/react/src/gallery.ts';
import { answer, type Node, nodeUrl } from '../../network.ts';
import { address } from '../../people.ts';
import { iconOf, type PageWallet } from '../../walletsOfPage.ts';
import { metamask } from '../methods/wallet.ts';
import type { Conditions } from '../state.ts';

export const ethereum: Chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
};
export const base: Chain = { ...ethereum, id: 8453, name: 'Base' };
export const host: HostConfig = {
  chains: [ethereum, base],
  rpcConfig: { rpcUrls: { 1: nodeUrl, 8453: nodeUrl } },
  solana: { rpcUrls: { 'solana:mainnet': nodeUrl } },
};
export const ether = 10n ** 18n;

/** App whose users can fund a wallet with MoonPay, Coinbase or an external wallet. */
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
    quote_deposits: { '1': ['0x3333333333333333333333333333333333333333'] },
    moonpay: { api_url: 'https://moonpay.example/v1', public_key: 'pk_live_1', test_public_key: null },
    coinbase_pay_url: 'https://coinbase.example/buy',
    quotes_url: 'https://quotes.example',
    quotes_test_url: null,
  },
};
const funding_config = fundable.funding_config as NonNullable<AppConfig['funding_config']>;

/** Returns this app with changed funding settings. */
export const offering = (change: Partial<typeof funding_config>): Partial<AppConfig> => ({
  ...fundable,
  funding_config: { ...funding_config, ...change },
});

/** Creates a node on which each Ethereum wallet holds this amount of the coin, and each Solana wallet 0.25 SOL. */
export function nodeOf(balance: bigint | (() => bigint) = ether / 50n): Node {
  const held = typeof balance === 'function' ? balance : () => balance;
  const hex = (value: bigint | number) => `0x${value.toString(16)}`;
  const usual: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => hex(8453),
    eth_getBalance: () => hex(held()),
    eth_call: () => hex(25_000_000n),
    eth_estimateGas: () => hex(90_000),
    eth_gasPrice: () => hex(15n * 10n ** 9n),
    eth_getCode: () => '0x6000',
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    eth_blockNumber: () => hex(19_000_000),
    getBalance: () => ({ context: { slot: 1 }, value: 250_000_000 }),
  };
  return (method) => {
    const say = usual[method];
    if (!say) throw new Error('the method does not exist');
    return say();
  };
}

export const funding: FundInput = { address, chainType: 'ethereum' };
export const dollars: FundInput = { ...funding, config: { asset: 'USDC', amount: '25' } };
export const onSolana: FundInput = {
  address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  chainType: 'solana',
};

export const conditions: Conditions = {
  app: fundable,
  host,
  isLoggedIn: true,
  node: nodeOf(),
  answers: [answer(priceRoutes.tokenPrice, { usd: 3512.37 })],
};

/** Screen of a transaction that lacks funds. The user returns to it after funding. */
export const transaction = {
  name: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  props: { act: 'send', request: { address, chain: base } },
};

/** Number of balance reads before the funds arrive. More than a screen makes when it opens. */
const firstLooks = 3;

/** Creates conditions in which funds arrive once the screen is shown. */
export function arriving(by: bigint): Pick<Conditions, 'act' | 'node' | 'prepare'> {
  let looks = 0;
  return {
    node: nodeOf(() => ether / 50n + (++looks > firstLooks ? by : 0n)),
    async prepare() {
      looks = 0;
    },
    async act({ see }) {
      // The SDK reads the balance when the page becomes visible again.
      const looking = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 50);
      await see('.arrival').finally(() => clearInterval(looking));
    },
  };
}

const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** A wallet that connects, but never responds to a request to send or sign. */
const paying: PageWallet = {
  name: 'MetaMask',
  rdns: 'io.metamask',
  request(method) {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return Promise.resolve([account]);
    if (method === 'eth_chainId') return Promise.resolve('0x2105');
    if (method === 'wallet_switchEthereumChain') return Promise.resolve(null);
    return new Promise(() => {});
  },
};

export const connected: Conditions = {
  ...conditions,
  wallets: [paying],
  prepare: ({ client }: Services) => connectExternalWallet(client, { option: metamask }),
};

/** Returns the paying wallet as a screen's prop, at one moment of a transfer. */
export function walletAt(moment: 'prepared' | 'asked' | 'sent'): ConnectedWallet {
  const answers: Readonly<Record<string, unknown>> = {
    eth_accounts: [account],
    eth_chainId: '0x2105',
    ...(moment === 'sent' ? { eth_sendTransaction: hash } : {}),
  };
  const provider = {
    request: ({ method }: { method: string }) =>
      method in answers ? Promise.resolve(answers[method]) : new Promise(() => {}),
  };
  return {
    address: account,
    chainType: 'ethereum',
    chainId: 'eip155:8453',
    walletClientType: 'metamask',
    connectorType: 'injected',
    meta: { id: 'io.metamask', name: 'MetaMask', icon: iconOf('MetaMask') },
    connectedAt: 0,
    isLinked: false,
    switchChain: () => (moment === 'prepared' ? new Promise(() => {}) : Promise.resolve()),
    getEthereumProvider: () => Promise.resolve(provider),
  } as unknown as ConnectedWallet;
}

export const hash = `0x${'9f3c'.repeat(16)}` as const;

/** Copies without the system's clipboard, and keeps the confirmation visible. */
export async function keepCopied(copy: () => Promise<void>): Promise<void> {
  const { clipboard } = navigator;
  const { setTimeout } = window;
  Object.assign(clipboard, { writeText: () => Promise.resolve() });
  window.setTimeout = (() => 0) as unknown as typeof setTimeout;
  await copy();
  window.setTimeout = setTimeout;
  Reflect.deleteProperty(clipboard, 'writeText');
}
