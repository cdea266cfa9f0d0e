import { fundingRoutes } from '@latchkey/wire';
import { type Answer, answer } from '../../network.ts';
import type { State, States } from '../state.ts';
import { arriving, conditions, ether, funding, transaction } from './world.ts';

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
};

type MoonpayStatus = State<'MOONPAY_STATUS'>;
const bought: MoonpayStatus['props'] = { funding, purchase: { id: 'purchase', isTest: false } };
const ended = (status: MoonpayStatus['props']['status']): MoonpayStatus => ({
  props: { ...bought, status },
  ...conditions,
});

export const moonpayStatus: States<'MOONPAY_STATUS'> = {
  usual: { props: bought, ...conditions },
  'waiting for authorization': {
    props: bought,
    ...conditions,
    answers: [moonpaySays('waitingAuthorization')],
    act: ({ read }) => read('Processing payment'),
  },
  'something arrived': { props: bought, ...conditions, ...arriving(ether / 10n) },
  completed: ended('completed'),
  'completed, for a transaction': {
    props: { ...bought, status: 'completed', returnTo: transaction },
    ...conditions,
  },
  failed: ended('failed'),
  'not reached': ended('serviceFailure'),
};

/** MoonPay's response about the purchase. */
function moonpaySays(status: string): Answer {
  const body = [{ externalTransactionId: 'purchase', walletAddress: funding.address, status }];
  return {
    route: { method: 'GET', path: '/v1/transactions/ext/{id}' } as Answer['route'],
    reply: { status: 200, body },
  };
}

type CoinbaseStatus = State<'COINBASE_ONRAMP_STATUS'>;
const opened: CoinbaseStatus['props'] = {
  funding,
  popup: null,
  purchase: { id: 'purchase', isTest: false },
};
const over = (status: CoinbaseStatus['props']['status']): CoinbaseStatus => ({
  props: { ...opened, status },
  ...conditions,
});

export const coinbaseStatus: States<'COINBASE_ONRAMP_STATUS'> = {
  usual: { props: opened, ...conditions },
  closed: {
    props: { ...opened, popup: { closed: true } as Window },
    ...conditions,
    answers: [answer(fundingRoutes.coinbaseStatus, { status: 'pending' })],
    act: ({ read }) => read('Almost done'),
  },
  'not opened': { props: { funding, popup: null }, ...conditions },
  blocked: { props: { funding, popup: null, isBlocked: true }, ...conditions },
  success: over('completed'),
  left: over('exit'),
  timeout: over('timeout'),
  failed: over('failed'),
};
