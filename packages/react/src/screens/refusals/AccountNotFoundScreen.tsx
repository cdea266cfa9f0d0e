import { useTexts } from '../../ui/index.ts';
import { defineScreen, type ViewProps } from '../screen.ts';
import { RefusalView } from './RefusalView.tsx';

export type AccountNotFoundProps = Record<never, never>;

export interface AccountNotFoundExits {
  back: undefined;
}

export const accountNotFoundTexts = {
  title: 'Account not found',
  detail: 'There is no account for this login.',
  button: 'Try another account',
} as const;

/** For somebody without an account, where the host takes no new users: `login({ disableSignup: true })` (ERR-19). */
function AccountNotFoundView({ exit }: ViewProps<AccountNotFoundProps, AccountNotFoundExits>) {
  return (
    <RefusalView onClick={() => exit('back')} texts={useTexts('accountNotFound', accountNotFoundTexts)} />
  );
}

export const accountNotFoundScreen = defineScreen<AccountNotFoundProps, AccountNotFoundExits>({
  name: 'ACCOUNT_NOT_FOUND_SCREEN',
  height: 'compact',
  header: {},
  View: AccountNotFoundView,
});
