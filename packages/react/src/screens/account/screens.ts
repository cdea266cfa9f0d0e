import type { AccountMethod } from '@latchkey/core/login';
import { lazyView } from '../../ui/index.ts';
import { defineScreen, type Screen } from '../screen.ts';
import type { AccountCodeExits, AccountCodeProps } from './AccountCodeView.tsx';
import type { AccountAct, AccountExits, AccountProps } from './AccountView.tsx';
import type { ConfirmLoginExits, ConfirmLoginProps } from './ConfirmLoginView.tsx';
import type { LinkConflictExits, LinkConflictProps } from './LinkConflictView.tsx';

const views = () => import('./views.ts');

/** A screen that asks for an address or number, sends it a code, and leaves to where the code is typed. */
function defineAccountScreen(
  name: string,
  act: AccountAct,
  method: AccountMethod,
): Screen<AccountProps, AccountExits> {
  return defineScreen<AccountProps, AccountExits>({
    name,
    height: 'compact',
    header: {},
    View: lazyView(async () => (await views()).accountViews[act][method]),
  });
}

export const linkEmailScreen = defineAccountScreen('LINK_EMAIL_SCREEN', 'link', 'email');
export const linkPhoneScreen = defineAccountScreen('LINK_PHONE_SCREEN', 'link', 'sms');
export const updateEmailScreen = defineAccountScreen('UPDATE_EMAIL_SCREEN', 'update', 'email');
export const updatePhoneScreen = defineAccountScreen('UPDATE_PHONE_SCREEN', 'update', 'sms');

export const accountCodeScreen = defineScreen<AccountCodeProps, AccountCodeExits>({
  name: 'AWAITING_ACCOUNT_CODE',
  height: 'compact',
  header: { back: 'back' },
  // What the person walked away from must not finish behind their back.
  onClose: ({ act, method }, { accountFlows }) => accountFlows[act][method].reset(),
  View: lazyView(async () => (await views()).AccountCodeView),
});

export const confirmLoginScreen = defineScreen<ConfirmLoginProps, ConfirmLoginExits>({
  name: 'CONFIRM_LOGIN_SCREEN',
  height: 'compact',
  header: {},
  // By itself: it brings what speaks to passkeys, providers and Telegram.
  View: lazyView(async () => (await import('./ConfirmLoginView.tsx')).ConfirmLoginView),
});

export const linkConflictScreen = defineScreen<LinkConflictProps, LinkConflictExits>({
  name: 'LINK_CONFLICT_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).LinkConflictView),
});
