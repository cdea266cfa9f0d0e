import { ServiceError } from '@latchkey/wire';
import type { States } from '../state.ts';

const login = { provider: 'google', act: 'login', step: 'finish' } as const;

export const oauth: States<'AWAITING_OAUTH_SCREEN'> = {
  usual: { props: login },
  leaving: { props: { ...login, step: 'gone' } },
  denied: { props: { ...login, error: new ServiceError('oauth_user_denied') } },
  suspended: {
    props: { ...login, provider: 'linkedin', error: new ServiceError('oauth_account_suspended') },
  },
};

export const inApp: States<'IN_APP_BROWSER_LOGIN_NOT_POSSIBLE'> = { usual: { props: {} } };
