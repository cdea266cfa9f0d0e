import { accountNotFoundTexts } from '../../texts/generated/en/accountNotFound.ts';
import { useTexts } from '../../texts/index.ts';
import type { ViewProps } from '../screen.ts';
import { RefusalView } from './RefusalView.tsx';

export type AccountNotFoundProps = Record<never, never>;

export interface AccountNotFoundExits {
  back: undefined;
}

/** For a user without an account, where the host takes no new users: `login({ disableSignup: true })` (ERR-19). */
export function AccountNotFoundView({ exit }: ViewProps<AccountNotFoundProps, AccountNotFoundExits>) {
  return (
    <RefusalView onClick={() => exit('back')} texts={useTexts('accountNotFound', accountNotFoundTexts)} />
  );
}
