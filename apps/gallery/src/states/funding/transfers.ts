import type { PreparedTransfer, Quote } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import type { Answer } from '../../network.ts';
import { address } from '../../people.ts';
import { wallets } from '../methods/wallet.ts';
import type { State, States } from '../state.ts';
import {
  arriving,
  base,
  conditions,
  connected,
  dollars,
  ether,
  ethereum,
  funding,
  hash,
  host,
  keepCopied,
  nodeOf,
  onSolana,
  walletAt,
} from './world.ts';

const wallet = walletAt('prepared');
const coin = { symbol: 'ETH', decimals: 18, token: null };
const transfer: PreparedTransfer = {
  wallet,
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
  payer: wallet.address as `0x${string}`,
  recipient: address,
  coinIn: coin,
  coinOut: coin,
  amountIn: ether / 10n + 2n * 10n ** 15n,
  amountOut: ether / 10n,
  fee: 2n * 10n ** 15n,
  gas: 10n ** 15n,
  steps: [],
  takenAtMs: Date.UTC(2026, 0, 1, 12),
  isDear: false,
};

/** Response of the quote service for a transfer of 0.1 ETH with this cost. */
function quoted(cost: bigint, recipient: string = address): Answer {
  const zero = '0x0000000000000000000000000000000000000000';
  const side = (chainId: number, amount: bigint) => ({
    currency: { chainId, address: zero, symbol: 'ETH', decimals: 18 },
    amount: String(amount),
  });
  const total = ether / 10n + cost;
  const payment = {
    from: wallet.address,
    to: '0x3333333333333333333333333333333333333333',
    value: String(total),
    chainId: 1,
    data: `0x12345678${quote.id.slice(2)}`,
  };
  const step = {
    id: 'deposit',
    kind: 'transaction',
    action: 'Deposit',
    description: 'Deposit',
    requestId: quote.id,
    items: [{ status: 'incomplete', data: payment }],
  };
  const details = {
    sender: wallet.address,
    recipient,
    currencyIn: side(1, total),
    currencyOut: side(8453, ether / 10n),
  };
  return said(200, { steps: [step], fees: {}, details });
}

/** A response of the quote service. */
const said = (status: number, body: object): Answer => ({
  route: { method: 'POST', path: '/execute/swap' } as Answer['route'],
  reply: { status, body },
});

type FromWallet = State<'FUNDING_TRANSFER_FROM_WALLET'>;
const row = '.wallet-row img';
const choosing: FromWallet = {
  props: { funding, mode: 'wallet' },
  ...conditions,
  wallets,
  act: ({ see }) => see(row),
};
const known = '.fund-payer .fund-holds:not(:has(.fund-blank))';
const confirming: FromWallet = {
  props: { funding, mode: 'wallet', wallet },
  ...connected,
  node: nodeOf(ether),
  async act({ see }) {
    await see(known);
    await see('.page-end .button:enabled');
  },
};
const bridging: FromWallet = {
  ...confirming,
  props: { funding, mode: 'bridge', wallet },
  answers: [...(conditions.answers ?? []), quoted(2n * 10n ** 15n)],
};
const answered = (answer: Answer): FromWallet => ({
  ...bridging,
  answers: [...(conditions.answers ?? []), answer],
});

export const fromWallet: States<'FUNDING_TRANSFER_FROM_WALLET'> = {
  usual: choosing,
  'another network': { ...choosing, props: { funding, mode: 'bridge' } },
  'a wallet connected': {
    ...choosing,
    ...connected,
    wallets: [...(connected.wallets ?? []), ...wallets.slice(1)],
    act: ({ see }) => see('.list .badge'),
  },
  solana: {
    ...choosing,
    props: { funding: onSolana, mode: 'wallet' },
    wallets: [],
    act: ({ see }) => see('.entry'),
  },
  preparing: { ...confirming, node: () => undefined, act: ({ see }) => see('.fund-blank') },
  confirm: confirming,
  usdc: { ...confirming, props: { funding: dollars, mode: 'wallet', wallet } },
  short: {
    ...confirming,
    node: nodeOf(10n ** 16n),
    async act({ see }) {
      await see(known);
      await see('.fund-error');
    },
  },
  'node down': {
    ...confirming,
    node() {
      throw new Error('down');
    },
    act: ({ see }) => see('.notice'),
  },
  'asking for a quote': {
    ...bridging,
    answers: conditions.answers ?? [],
    act: ({ see }) => see(known),
  },
  quote: bridging,
  'quote changed': { ...bridging, props: { funding, mode: 'bridge', wallet, quote } },
  'quote high': {
    ...answered(quoted(3n * 10n ** 16n)),
    act: ({ see }) => see('.button.danger'),
  },
  'quote high, asked twice': {
    ...answered(quoted(3n * 10n ** 16n)),
    async act({ press, see }) {
      await press('.button.danger');
      await see('.button.danger:not([aria-disabled])');
    },
  },
  'quote changed and high': {
    ...bridging,
    props: { funding, mode: 'bridge', wallet, quote: { ...quote, isDear: true } },
  },
  'quote failed': answered(said(400, { message: 'No route was found for this amount.' })),
  'quote refused': answered(quoted(2n * 10n ** 15n, wallet.address)),
  'too little for the quote': {
    ...bridging,
    node: nodeOf(10n ** 16n),
    async act({ see }) {
      await see(known);
      await see('.fund-error');
    },
  },
  'no other network': {
    ...bridging,
    host: { ...host, chains: [base] },
    act: ({ see }) => see('.list > .fund-notice'),
  },
};

const byWallet = { way: 'wallet', transfer } as const;
const byBridge = { way: 'bridge', quote, wallet } as const;
type Awaiting = State<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>;

const asked: Awaiting = { props: { funding, plan: byWallet }, ...conditions };
const at = (moment: 'asked' | 'sent'): Awaiting => ({
  ...asked,
  props: { funding, plan: { way: 'wallet', transfer: { ...transfer, wallet: walletAt(moment) } } },
});
const sent = (props: Partial<Awaiting['props']>): Awaiting => ({
  ...asked,
  props: { ...asked.props, hash, ...props },
});
const failed = (plan: Awaiting['props']['plan'], error: ServiceError): Awaiting => ({
  ...asked,
  props: { funding, plan, error },
});

export const awaiting: States<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'> = {
  usual: asked,
  'in the wallet': { ...at('asked'), act: ({ read }) => read('Confirm in your wallet') },
  'on the network': { ...at('sent'), act: ({ read }) => read('Waiting for the network') },
  'from another network': { ...asked, props: { funding, plan: byBridge } },
  done: sent({}),
  'on its way': sent({ plan: byBridge }),
  'something arrived': { ...sent({ plan: byBridge }), ...arriving(ether / 10n) },
  arrived: sent({ plan: byBridge, outcome: 'completed' }),
  refunded: sent({ plan: byBridge, outcome: 'refunded' }),
  failed: sent({ plan: byBridge, outcome: 'failed' }),
  rejected: failed(byWallet, new ServiceError('user_rejected_request')),
  refused: failed(byBridge, new ServiceError('quote_refused')),
  'not sent': failed(byWallet, new ServiceError('transaction_failure')),
};

type Manual = State<'FUNDING_MANUAL_TRANSFER'>;
const received: Manual = {
  props: { funding },
  ...conditions,
  async act({ see }) {
    await see('svg[role=img]');
    await see('.fund-holds:not(:has(.fund-blank))');
  },
};

export const manual: States<'FUNDING_MANUAL_TRANSFER'> = {
  usual: received,
  copied: {
    ...received,
    async act(hand) {
      await received.act?.(hand);
      await keepCopied(() => hand.press('.page-end .button').then(() => hand.read('Copied')));
    },
  },
  'node down': {
    ...received,
    node() {
      throw new Error('down');
    },
    act: ({ see }) => see('svg[role=img]'),
  },
  'something arrived': { ...received, ...arriving(ether / 20n) },
  enough: { ...received, node: nodeOf(ether) },
  usdc: { ...received, props: { funding: dollars }, node: nodeOf(ether) },
  solana: { ...received, props: { funding: onSolana } },
};
