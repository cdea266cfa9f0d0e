import { type ErrorCode, oauthRoutes, requesterRoutes } from '@latchkey/wire';
import type { PropsOf } from '../../../../../packages/react/src/gallery.ts';
import { answer, hang, refuse } from '../../network.ts';
import type { State, States } from '../state.ts';

export const otherApp = 'latchkey-gallery-app-0002';

export const details = answer(requesterRoutes.crossAppDetails, {
  name: 'Harbour market',
  // A getter, because tests import the states outside a page, where `location` does not exist.
  get icon_url() {
    return new URL('harbour.svg', location.href).href;
  },
  custom_api_url: 'https://login.tidewater.example',
  custom_connect_url: 'https://login.tidewater.example/cross-app/connect',
  custom_transact_url: 'https://login.tidewater.example/cross-app/transact',
});

const popup = (closed: boolean) => ({ closed, close() {}, location: {} }) as unknown as Window;
const there = answer(oauthRoutes.start, { url: 'https://hosted.tidewater.example/cross-app/connect' });

const login: PropsOf<'CROSS_APP_AUTH_SCREEN'> = { appId: otherApp, act: 'login', popup: popup(false) };
const refused = (code: ErrorCode, act: 'link' | 'login' = 'login'): State<'CROSS_APP_AUTH_SCREEN'> => ({
  props: { ...login, act },
  isLoggedIn: act === 'link',
  answers: [details, refuse(oauthRoutes.start, code)],
  act: ({ see }) => see('[data-state=failed]'),
});

export const crossApp: States<'CROSS_APP_AUTH_SCREEN'> = {
  usual: {
    props: login,
    answers: [details, hang(oauthRoutes.start)],
    act: ({ see }) => see('.status > img'),
  },
  'without a name': { props: login, answers: [hang(oauthRoutes.start)] },
  'no window': {
    props: { ...login, popup: null },
    answers: [details],
    act: ({ see }) => see('.status > img'),
  },
  'window closed': {
    props: { ...login, popup: popup(true) },
    answers: [details, there],
    act: ({ see }) => see('.button.primary'),
  },
  'not connected': refused('not_supported'),
  'a link that is refused': refused('linked_to_another_user', 'link'),
};
