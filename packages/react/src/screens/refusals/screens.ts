import { lazyView } from '../../ui/index.ts';
import { defineScreen } from '../screen.ts';
import type { AccountNotFoundExits, AccountNotFoundProps } from './AccountNotFoundView.tsx';
import type { AllowlistExits, AllowlistProps } from './AllowlistView.tsx';
import type { LoginFailedExits, LoginFailedProps } from './LoginFailedView.tsx';
import type { UserLimitExits, UserLimitProps } from './UserLimitView.tsx';

const views = () => import('./views.ts');

export const accountNotFoundScreen = defineScreen<AccountNotFoundProps, AccountNotFoundExits>({
  name: 'ACCOUNT_NOT_FOUND_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).AccountNotFoundView),
});

export const allowlistScreen = defineScreen<AllowlistProps, AllowlistExits>({
  name: 'ALLOWLIST_REJECTION_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).AllowlistView),
});

export const loginFailedScreen = defineScreen<LoginFailedProps, LoginFailedExits>({
  name: 'LOGIN_FAILED_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).LoginFailedView),
});

export const userLimitScreen = defineScreen<UserLimitProps, UserLimitExits>({
  name: 'USER_LIMIT_REACHED_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).UserLimitView),
});
