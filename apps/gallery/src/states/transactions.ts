import type { Chain, HostConfig, TransactionQuestion } from '@latchkey/core';
import { priceRoutes, ServiceError } from '@latchkey/wire';
import { answer, type Node, nodeUrl } from '../network.ts';
import { address, logo } from '../people.ts';
import { fundable } from './funding/index.ts';
import type { State, States } from './state.ts';

type Send = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';

const ethereum: Chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
};
const base: Chain = { ...ethereum, id: 8453, name: 'Base' };
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
export const shop = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const hash = `0x${'9f3c'.repeat(16)}` as const;

const host: HostConfig = {
  chains: [ethereum, base],
  rpcConfig: { rpcUrls: { 1: nodeUrl, 8453: nodeUrl } },
};

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
export const call = (selector: string, ...words: (bigint | number | string)[]): `0x${string}` =>
  `0x${selector}${words.map((one) => word(typeof one === 'string' ? BigInt(one) : one)).join('')}`;

interface ChainWords {
  readonly chainId?: number;
  /** Balance in wei. */
  readonly balance?: bigint;
  /** Base fee in wei per unit of gas. */
  readonly baseFee?: bigint;
  /** Results that replace the usual ones. A request whose result is undefined gets no response. */
  readonly instead?: Readonly<Record<string, () => unknown>>;
}

/** Creates a node of a chain with usual fees and the token USDC, on which a wallet holds 2 ETH. */
export function chainNodeOf({
  chainId = 1,
  balance = 2n * 10n ** 18n,
  baseFee = 12n * 10n ** 9n,
  instead = {},
}: ChainWords = {}): Node {
  const hex = (value: bigint | number) => `0x${value.toString(16)}`;
  const contracts: Readonly<Record<string, string>> = {
    '0x95d89b41': `0x${word(32)}${word(4)}${'55534443'.padEnd(64, '0')}`, // symbol(): USDC
    '0x313ce567': `0x${word(6)}`, // decimals()
  };
  const usual: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => hex(chainId),
    eth_getTransactionCount: () => hex(7),
    eth_getBalance: () => hex(balance),
    eth_estimateGas: () => hex(52_000),
    eth_getBlockByNumber: () => ({ number: hex(19_000_000), baseFeePerGas: hex(baseFee) }),
    eth_maxPriorityFeePerGas: () => hex(10n ** 8n),
    eth_gasPrice: () => hex(baseFee),
    eth_getCode: () => '0x6000',
    eth_sendRawTransaction: () => hash,
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    eth_call: ([asked]) => contracts[(asked as { data: string }).data.slice(0, 10)] ?? '0x',
  };
  return (method, params) => {
    const own = instead[method] ?? usual[method];
    if (!own) throw new Error('the method does not exist');
    return own(params);
  };
}

function questionOf(
  transaction: Partial<TransactionQuestion['transaction']>,
  chain: Chain = ethereum,
): TransactionQuestion {
  return {
    address,
    chain,
    waitForConfirmation: true,
    transaction: {
      from: address,
      to: friend,
      value: 0n,
      data: '0x',
      chainId: chain.id,
      gasLimit: null,
      gasPrice: null,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
      nonce: null,
      type: null,
      accessList: null,
      ...transaction,
    },
  };
}

const half = questionOf({ value: 5n * 10n ** 17n });
export const everything = 2n ** 256n - 1n;
const approve = (spender: string, amount: bigint) =>
  questionOf({ to: usdc, data: call('095ea7b3', spender, amount) }, base);
const onBase = chainNodeOf({ chainId: 8453, baseFee: 10n ** 7n });

const reviewed: State<Send> = {
  props: { act: 'send', request: half },
  host,
  isLoggedIn: true,
  walletFrame: 'ready',
  node: chainNodeOf(),
  answers: [answer(priceRoutes.tokenPrice, { usd: 3512.37 })],
  act: ({ see }) => see('.button.primary:enabled'),
};
const ofToken: State<Send> = { ...reviewed, props: { act: 'send', request: half }, node: onBase };
const asking = (request: TransactionQuestion): State<Send> => ({
  ...(request.chain === base ? ofToken : reviewed),
  props: { act: 'send', request },
});
const dangerous = (request: TransactionQuestion): State<Send> => ({
  ...asking(request),
  act: ({ see }) => see('.button.danger:enabled'),
});
const unfolded = (state: State<Send>): State<Send> => ({
  ...state,
  async act({ see }) {
    await see('.button.primary:enabled');
    const summary = await see('.details > summary');
    summary.click();
    await see('.details[open]');
  },
});

export const send: States<Send> = {
  usual: reviewed,
  preparing: { ...reviewed, node: () => undefined, act: ({ see }) => see('.progress[data-state=busy]') },
  'coin first': {
    ...reviewed,
    host: { ...host, embeddedWallets: { priceDisplay: { primary: 'native-token' } } },
  },
  'no price': { ...reviewed, answers: [answer(priceRoutes.tokenPrice, { usd: 0 })] },
  details: unfolded(reviewed),
  'token transfer': asking(questionOf({ to: usdc, data: call('a9059cbb', friend, 25_000_000n) }, base)),
  approval: asking(approve(shop, 100_000_000n)),
  'unlimited approval': dangerous(approve(shop, everything)),
  'asked twice': {
    ...dangerous(approve(shop, everything)),
    async act({ press, see }) {
      await press('.button.danger');
      await see('.button.danger:not([aria-disabled])');
    },
  },
  'an expected change': {
    ...reviewed,
    node: chainNodeOf({ instead: { eth_simulateV1: () => [{ calls: [{ status: '0x1', logs: [paid] }] }] } }),
  },
  'expected changes': {
    ...asking(questionOf({ to: shop, data: '0x12345678', value: 10n ** 17n })),
    node: chainNodeOf({ instead: { eth_simulateV1: () => simulated } }),
  },
  'unknown call': unfolded(
    asking(questionOf({ to: shop, data: `0x12345678${'0f'.repeat(400)}`, value: 10n ** 16n })),
  ),
  batch: asking(
    questionOf({
      to: shop,
      // multicall(bytes[]): two transfers of the same token
      data: `${call('ac9650d8', 32, 2, 64, 192)}${word(68)}${call('a9059cbb', friend, 1_000_000n).slice(2).padEnd(192, '0')}${word(68)}${call('a9059cbb', '0xdE709F2102306220921060314715629080e2FB77', 2_000_000n).slice(2).padEnd(192, '0')}`,
    }),
  ),
  'every NFT': dangerous(questionOf({ to: usdc, data: call('a22cb465', shop, 1) }, base)),
  'high fee': { ...dangerous(half), node: chainNodeOf({ balance: 10n ** 24n, baseFee: 10n ** 15n }) },
  short: {
    ...reviewed,
    node: chainNodeOf({ balance: 10n ** 17n }),
    act: ({ see }) => see('.button.primary:disabled'),
  },
  'short, with funds to add': {
    ...reviewed,
    app: fundable,
    node: chainNodeOf({ balance: 10n ** 17n }),
    act: ({ see }) => see('.short'),
  },
  'likely to fail': {
    ...reviewed,
    props: {
      act: 'send',
      request: questionOf({ to: shop, data: '0x12345678', gasLimit: 100_000n }),
    },
    node: chainNodeOf({
      instead: {
        eth_estimateGas() {
          throw new Error('execution reverted');
        },
      },
    }),
  },
  'node down': {
    ...reviewed,
    node() {
      throw new Error('down');
    },
  },
  "the host's words": {
    ...unfolded(reviewed),
    props: {
      act: 'send',
      request: {
        ...half,
        uiOptions: {
          description: 'Tidewater keeps a place at the pier for you.',
          buttonText: 'Book',
          transactionInfo: {
            title: 'Your booking',
            action: 'Book a berth',
            actionDescription: 'For two nights, at the old pier.',
            contractInfo: { imgUrl: logo, imgAltText: 'Tidewater' },
          },
        },
      },
    },
  },
  'to be signed': { ...reviewed, props: { act: 'sign', request: half } },
  'long words': unfolded({
    ...reviewed,
    host: { ...host, chains: [{ ...ethereum, name: 'A network with a name that is far too long' }] },
    props: {
      act: 'send',
      request: {
        ...questionOf({ value: 123_456_789_123_456_789_123_456_789n }),
        chain: { ...ethereum, name: 'A network with a name that is far too long' },
        uiOptions: {
          description: 'Tidewater keeps a place at the pier for you. '.repeat(4),
          buttonText: 'Book it now '.repeat(6),
          transactionInfo: { title: 'Your booking '.repeat(6), action: 'Book '.repeat(20) },
        },
      },
    },
    node: chainNodeOf({ balance: 10n ** 28n }),
  }),
  sending: {
    ...reviewed,
    async act({ press, see }) {
      await press('.button.primary');
      await see('.progress[data-state=busy]');
    },
  },
  confirming: {
    ...reviewed,
    walletFrame: 'signing',
    async act({ press, see }) {
      await press('.button.primary');
      await see('.explorer');
    },
  },
  done: {
    ...reviewed,
    props: { act: 'send', request: half, sent: { hash, receipt: null } },
    act: ({ see }) => see('.progress[data-state=done]'),
  },
  "done, in the host's words": {
    ...reviewed,
    props: {
      act: 'send',
      request: {
        ...half,
        uiOptions: { successHeader: 'Your berth is booked', successDescription: 'See you at the pier.' },
      },
      sent: { hash, receipt: null },
    },
  },
  failed: {
    ...reviewed,
    props: {
      act: 'send',
      request: half,
      failure: {
        error: new ServiceError('transaction_failure', { message: 'The transaction was reverted' }),
        hash,
      },
    },
  },
  'failed before it was sent': {
    ...reviewed,
    props: {
      act: 'send',
      request: half,
      failure: { error: new ServiceError('network_error'), hash: null },
    },
  },
};

const topic = (of: string) => `0x${of.slice(2).toLowerCase().padStart(64, '0')}`;
const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const paid = {
  address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  topics: [transferred, topic(address), topic(friend)],
  data: `0x${word(5n * 10n ** 17n)}`,
};
const simulated = [
  {
    calls: [
      {
        status: '0x1',
        logs: [
          {
            address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
            topics: [transferred, topic(address), topic(shop)],
            data: `0x${word(10n ** 17n)}`,
          },
          {
            address: usdc,
            topics: [transferred, topic(shop), topic(address)],
            data: `0x${word(350_000_000n)}`,
          },
        ],
      },
    ],
  },
];
