import {
  activeSessionRoutes,
  crossAppRoutes,
  type ReplyOf,
  undoRoutes,
  type WireSession,
} from '@latchkey/wire';
import { answer, refuse } from '../network.ts';
import type { States } from './state.ts';

const at = 1_760_000_000;
const dayS = 24 * 60 * 60;
const isLoggedIn = true;

const session = (id: string, more: Partial<WireSession>): WireSession => ({
  id,
  started_at: at,
  last_used_at: at + 2 * dayS,
  expires_at: at + 30 * dayS,
  browser: 'Chrome',
  os: 'macOS',
  is_current: false,
  ...more,
});
const own = session('own', { is_current: true });
const others = [
  session('phone', { browser: 'Samsung Internet', os: 'Android', last_used_at: at + dayS }),
  session('script', { browser: null, os: null }),
];
const list = (sessions: WireSession[]) => answer(activeSessionRoutes.list, { sessions });

export const sessions: States<'SESSIONS_SCREEN'> = {
  usual: { props: {}, isLoggedIn, answers: [list([own, ...others])], act: ({ see }) => see('.document') },
  alone: { props: {}, isLoggedIn, answers: [list([own])], act: ({ see }) => see('.document') },
  many: {
    props: {},
    isLoggedIn,
    answers: [list([own, ...Array.from({ length: 12 }, (_, at) => session(`${at}`, { os: 'Windows' }))])],
    act: ({ see }) => see('.document'),
  },
  asked: {
    props: {},
    isLoggedIn,
    answers: [list([own, ...others])],
    async act({ press, see }) {
      await press('.document button');
      await press('.page-end .button');
      await see('.document');
    },
  },
  failed: {
    props: {},
    isLoggedIn,
    answers: [list([own, ...others]), refuse(activeSessionRoutes.endOthers, 'service_unavailable')],
    async act({ press, see }) {
      await press('.page-end .button');
      await press('.page-end .button');
      await see('.field-error:not(:empty)');
    },
  },
};

type WireConnection = ReplyOf<typeof crossAppRoutes.listOwn>['connected_apps'][number];
export const connectionOf = (
  id: string,
  name: string,
  more: Partial<WireConnection> = {},
): WireConnection => ({
  id,
  requester: { app_id: id, name, icon_url: null, origin: `https://${id}.example` },
  read_only: false,
  created_at: at * 1000,
  expires_at: (at + 30 * dayS) * 1000,
  used_at: (at + dayS) * 1000,
  ...more,
});
export const market = connectionOf('harbour', 'Harbour market');
export const atlas = connectionOf('atlas', 'Atlas of the tides', { read_only: true, used_at: null });
export const connections = (...connected_apps: WireConnection[]) =>
  answer(crossAppRoutes.listOwn, { connected_apps });

export const connectedApps: States<'CONNECTED_APPS_SCREEN'> = {
  usual: {
    props: {},
    isLoggedIn,
    answers: [connections(market, atlas)],
    act: ({ see }) => see('.document'),
  },
  none: { props: {}, isLoggedIn, answers: [connections()], act: ({ see }) => see('.field-hint:not(:empty)') },
  many: {
    props: {},
    isLoggedIn,
    answers: [
      connections(...Array.from({ length: 12 }, (_, nth) => connectionOf(`isle-${nth}`, `Isle ${nth}`))),
    ],
    act: ({ see }) => see('.document'),
  },
  asked: {
    props: {},
    isLoggedIn,
    answers: [connections(market, atlas)],
    async act({ press, see }) {
      await press('.document button');
      await see('.document');
    },
  },
  failed: {
    props: {},
    isLoggedIn,
    answers: [connections(market), refuse(crossAppRoutes.endOwn, 'service_unavailable')],
    async act({ press, see }) {
      await press('.document button');
      await press('.document button');
      await see('.field-error:not(:empty)');
    },
  },
};

const props = { reference: 'k7q2m4x9w1e8r5t3y6u0p2s4d' };
const removal = answer(undoRoutes.find, {
  type: 'email',
  address: 'a•••@company.example',
  replaced_by: 'm•••@elsewhere.example',
  removed_at: at,
  undo_until: at + 7 * dayS,
});
const sent = answer(undoRoutes.sendCode, { success: true });

export const undo: States<'UNDO_CHANGE_SCREEN'> = {
  usual: { props, answers: [removal], act: ({ see }) => see('.button:enabled') },
  gone: { props, answers: [refuse(undoRoutes.find, 'not_found')], act: ({ see }) => see('.button') },
  'too many': {
    props,
    answers: [removal, refuse(undoRoutes.sendCode, 'too_many_requests')],
    async act({ press, see }) {
      await press('.page-end .button');
      await see('.field-error:not(:empty)');
    },
  },
  code: {
    props,
    answers: [removal, sent],
    async act({ press, see }) {
      await press('.page-end .button');
      await see('input[name=code]');
    },
  },
  'another account since': {
    props,
    answers: [removal, sent, refuse(undoRoutes.undo, 'cannot_unlink_sole_account')],
    async act({ press, type, see }) {
      await press('.page-end .button');
      await type('input[name=code]', '482915');
      await see('.page-end .button');
    },
  },
};

export const undone: States<'UNDO_DONE_SCREEN'> = {
  usual: { props: { holdUntil: new Date((at + dayS) * 1000) } },
};
