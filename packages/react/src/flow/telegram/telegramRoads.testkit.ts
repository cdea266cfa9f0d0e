import type { AccountChange } from '@latchkey/core/login';
import { ServiceError, type TelegramData, type User } from '@latchkey/wire';
import type { ExitsOf } from '../../screens/index.ts';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import type { Facts, Step } from '../roads.ts';
import type { EntryOf } from '../state.ts';

type Screen = 'TELEGRAM_AUTH_SCREEN';
type Row<N extends Screen | 'LANDING', X extends keyof ExitsOf<N>> = [
  payload: ExitsOf<N>[X],
  request: ModalRequest,
  facts: Facts,
  step: Step,
];

const user = { id: 'did:privy:test' } as User;
const proved = { user, isNewUser: true };
const result = { ...proved, loginMethod: 'telegram' } as const;
const change: AccountChange = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } };
export const signed: TelegramData = {
  telegram_auth_result: { id: 1, auth_date: 1, hash: '0'.repeat(64) },
};
export const login: ModalRequest = { intent: 'login', input: undefined };
export const linkingTelegram: ModalRequest = { intent: 'link', input: { method: 'telegram' } };
const refused = new ServiceError('user_does_not_exist');

export const telegramAt = (act: 'link' | 'login', data: TelegramData | null): EntryOf<Screen> => ({
  name: 'TELEGRAM_AUTH_SCREEN',
  props: { act, data },
});
export const telegramEntry = telegramAt('login', signed);

/** The rows of Telegram's screen, for the table of all. */
export const telegramRows: { [X in keyof ExitsOf<Screen>]: Row<Screen, X> } = {
  verified: [proved, login, calm, { close: 'finished', afterMs: 1400, result }],
  linked: [change, linkingTelegram, calm, { close: 'finished', afterMs: 1400, result: change }],
  failed: [
    { error: refused },
    login,
    calm,
    { to: { name: 'ACCOUNT_NOT_FOUND_SCREEN', props: {} }, failure: refused },
  ],
  back: [undefined, login, calm, { to: { name: 'LANDING', props: {} } }],
};

/** Its row of the landing. */
export const telegramFromLanding: { telegram: Row<'LANDING', 'telegram'> } = {
  telegram: [{ data: signed }, login, calm, { to: telegramAt('login', signed) }],
};
