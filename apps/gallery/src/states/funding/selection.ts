import { priceRoutes } from '@latchkey/wire';
import { answer, nodeUrl } from '../../network.ts';
import type { State, States } from '../state.ts';
import {
  arriving,
  base,
  conditions,
  dollars,
  ether,
  ethereum,
  funding,
  host,
  nodeOf,
  offering,
  onSolana,
  transaction,
} from './world.ts';

const selected: State<'FUNDING_METHOD_SELECTION'> = {
  props: { funding },
  ...conditions,
  act: ({ see }) => see('.fund-amount:not(:has(.fund-blank))'),
};
const longName = 'A network with a name that is far too long';

export const selection: States<'FUNDING_METHOD_SELECTION'> = {
  usual: selected,
  loading: { ...selected, node: () => undefined, answers: [], act: ({ see }) => see('.fund-blank') },
  typed: {
    ...selected,
    async act({ see, type }) {
      await see('.fund-amount:not(:has(.fund-blank))');
      await type('.fund-field input', '0.25');
      await see('.fund-way:enabled');
    },
  },
  'no amount': {
    ...selected,
    async act({ see, type }) {
      await type('.fund-field input', '');
      await see('.fund-way:disabled');
    },
  },
  'no price': { ...selected, answers: [answer(priceRoutes.tokenPrice, { usd: 0 })] },
  'node down': {
    ...selected,
    node() {
      throw new Error('down');
    },
  },
  usdc: { ...selected, props: { funding: dollars }, answers: [answer(priceRoutes.tokenPrice, { usd: 1 })] },
  solana: {
    ...selected,
    props: { funding: onSolana },
    answers: [answer(priceRoutes.tokenPrice, { usd: 148.2 })],
  },
  'one way': { ...selected, app: offering({ methods: ['moonpay'] }) },
  'two ways': {
    ...selected,
    app: offering({ methods: ['external'], cross_chain_bridging_enabled: false }),
  },
  'no way': {
    ...selected,
    app: offering({
      methods: ['coinbase-onramp'],
      default_recommended_currency: { chain: 'eip155:7777777' },
    }),
    host: {
      chains: [{ ...base, id: 7_777_777, name: 'Zora' }],
      rpcConfig: { rpcUrls: { 7777777: nodeUrl } },
    },
  },
  'after a problem': { ...selected, props: { funding, problem: 'moonpay', isAgain: true } },
  'after a problem at Coinbase': { ...selected, props: { funding, problem: 'coinbase', isAgain: true } },
  'from a transaction': {
    ...selected,
    props: { funding: { ...funding, target: ether }, returnTo: transaction },
  },
  'enough arrived': {
    ...selected,
    props: { funding: { ...funding, target: ether / 10n }, returnTo: transaction },
    ...arriving(ether / 10n),
  },
  'a new wallet': { ...selected, props: { funding, isPrompt: true }, node: nodeOf(0n) },
  'long words': {
    ...selected,
    props: { funding: { ...funding, config: { amount: '123456789.123456' } } },
    host: { ...host, chains: [ethereum, { ...base, name: longName }] },
  },
};
