import { telegramRoutes } from '@latchkey/wire';
import { hang, refuse } from '../../network.ts';
import type { State, States } from '../state.ts';

const signed: State<'TELEGRAM_AUTH_SCREEN'> = {
  props: {
    act: 'login',
    data: {
      telegram_auth_result: {
        id: 700_000_001,
        first_name: 'Ada',
        auth_date: 1_700_000_000,
        hash: '5d'.repeat(32),
      },
    },
  },
};

export const telegram: States<'TELEGRAM_AUTH_SCREEN'> = {
  usual: { ...signed, answers: [hang(telegramRoutes.authenticate)] },
  'too old': {
    ...signed,
    answers: [refuse(telegramRoutes.authenticate, 'invalid_credentials')],
    act: ({ see }) => see('.button.primary'),
  },
  'not allowed': {
    ...signed,
    answers: [refuse(telegramRoutes.authenticate, 'disallowed_login_method')],
    act: ({ see }) => see('.status-words p'),
  },
};
