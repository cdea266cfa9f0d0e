/** Every hosted page in its states. */
import { crossAppRoutes, priceRoutes, ServiceError, type WireUser } from '@latchkey/wire';
import {
  showComeBack,
  showConnect,
  showConnections,
  showEnd,
  showLogin,
  showTransact,
  waitCard,
} from '../../../hosted/src/gallery.ts';
import { answer, refuse } from '../network.ts';
import { ada, address, logo } from '../people.ts';
import { atlas, connectionOf, connections, market } from './safeguards.ts';
import type { HostedState, HostedStates } from './state.ts';
import { call, chainNodeOf, everything, friend, shop, usdc } from './transactions.ts';
import { message, order } from './wallets.ts';

type HostedRequest = Parameters<typeof showConnect>[1];

const dayMs = 24 * 60 * 60 * 1000;
const longName = 'An app whose developer chose a name that is much too long for a page';

/** Returns a request of another app that the user can answer, unless `more` changes that. */
function requestOf(more: Partial<HostedRequest> = {}): HostedRequest {
  return {
    handle: 'h'.repeat(43),
    kind: 'connect',
    by: 'message',
    state: 'ready',
    until: Date.now() + dayMs,
    requester: {
      appId: 'latchkey-market-app-00001',
      name: 'Harbour market',
      logoUrl: null,
      origin: 'https://market.harbour.example',
    },
    scope: 'transact',
    isFirst: true,
    connectionUntil: Date.now() + 30 * dayMs,
    request: null,
    ...more,
  };
}

const again = async () => {};
const connects = (more?: Partial<HostedRequest>): HostedState => ({
  isLoggedIn: true,
  app: { logo_url: logo },
  open: (context) => showConnect(context, requestOf(more), again),
});
const withoutWallet: WireUser = {
  ...ada,
  linked_accounts: ada.linked_accounts.filter(({ type }) => type !== 'wallet'),
};

const withLongEmail: WireUser = {
  ...ada,
  linked_accounts: ada.linked_accounts.map((account) =>
    account.type === 'email'
      ? { ...account, address: `${'ada.lovelace.of.the.analytical.engine'.repeat(2)}@tidewater.example` }
      : account,
  ),
};

const hostedConnect: HostedStates = {
  usual: connects(),
  'logged out': { ...connects({ state: 'login' }), isLoggedIn: false },
  'addresses only': connects({ scope: 'read' }),
  known: connects({ isFirst: false }),
  'no wallet': { ...connects(), user: withoutWallet },
  'long names': {
    ...connects({
      requester: {
        appId: null,
        name: longName,
        logoUrl: null,
        origin: `https://${'a-host-name-that-is-too-long.'.repeat(4)}example:8443`,
      },
    }),
    app: { name: longName },
    user: withLongEmail,
  },
};

const hostedLogin: HostedStates = {
  usual: {
    app: { logo_url: logo },
    screen: 'LANDING',
    open: (context) => showLogin(context, requestOf({ state: 'login' }), () => {}),
    act: ({ see }) => see('input[type=email]'),
  },
};

/** Returns a state in which another app asks for something that the wallet signs. */
const reviews = (method: string, ...params: unknown[]): HostedState => ({
  isLoggedIn: true,
  walletFrame: 'ready',
  answers: [answer(priceRoutes.tokenPrice, { usd: 3512.37 })],
  node: chainNodeOf(),
  open: (context) =>
    showTransact(
      context,
      requestOf({ kind: 'transact', request: { method, params, chainId: 1, address } }),
      again,
    ),
});
const signs = (method: string, ...params: unknown[]): HostedState => ({
  ...reviews(method, ...params),
  screen: 'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN',
  act: ({ see }) => see('.button.primary:enabled'),
});
const sends = (transaction: Readonly<Record<string, string>>): HostedState => ({
  ...reviews('eth_sendTransaction', { from: address, ...transaction }),
  screen: 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN',
  act: ({ see }) => see('.button.primary:enabled'),
});

const hostedSign: HostedStates = {
  usual: signs('personal_sign', message, address),
  'typed data': signs('eth_signTypedData_v4', address, JSON.stringify(order)),
};
const hostedTransaction: HostedStates = {
  usual: sends({ to: friend, value: '0x6f05b59d3b20000' }),
  'unlimited approval': {
    ...sends({ to: usdc, data: call('095ea7b3', shop, everything) }),
    act: ({ see }) => see('.button.danger:enabled'),
  },
};

const refused = (state: HostedRequest['state'], more: Partial<HostedState> = {}): HostedState => ({
  isLoggedIn: true,
  open: (context) => showTransact(context, requestOf({ kind: 'transact', state }), again),
  ...more,
});
const hostedRefusal: HostedStates = {
  usual: refused('not_connected'),
  'logged out': refused('login', { isLoggedIn: false }),
  'another user': refused('other_user'),
  'addresses only': refused('read_only'),
  late: refused('late'),
};

const ends = (error: ServiceError): HostedState => ({
  open: (context) => showEnd(context, error, again),
});
const hostedEnd: HostedStates = {
  usual: ends(new ServiceError('not_found')),
  refused: ends(new ServiceError('not_supported')),
  unavailable: ends(new ServiceError('service_unavailable')),
  'app disabled': ends(new ServiceError('app_disabled')),
  offline: ends(new ServiceError('network_error')),
  'lost its opener': { isApart: true, open: (context) => showComeBack(context, requestOf()) },
  loading: { open: (context) => context.show('card', waitCard(context.language.texts.loading)) },
};

const lists = (...answers: NonNullable<HostedState['answers']>): HostedState => ({
  isLoggedIn: true,
  answers,
  open: showConnections,
  act: ({ see }) => see('.card:not(:has(.wait))'),
});
const hostedConnections: HostedStates = {
  usual: lists(connections(market, atlas)),
  none: lists(connections()),
  'logged out': { ...lists(), isLoggedIn: false },
  many: lists(
    connections(...Array.from({ length: 8 }, (_, nth) => connectionOf(`isle-${nth}`, `${longName} ${nth}`))),
  ),
  failed: lists(refuse(crossAppRoutes.listOwn, 'service_unavailable')),
};

export const hostedPages: Readonly<Record<string, HostedStates>> = {
  HOSTED_CONNECT: hostedConnect,
  HOSTED_CONNECTIONS: hostedConnections,
  HOSTED_END: hostedEnd,
  HOSTED_LOGIN: hostedLogin,
  HOSTED_REFUSAL: hostedRefusal,
  HOSTED_SIGN: hostedSign,
  HOSTED_TRANSACTION: hostedTransaction,
};
