import { accountNotFoundTexts } from '../../texts/generated/en/accountNotFound.ts';
import { useTexts } from '../../texts/index.ts';
import type { ViewProps } from '../screen.ts';
import { RefusalView } from './RefusalView.tsx';

export type AccountNotFoundProps = Record<never, never>;

export interface AccountNotFoundExits {
  back: undefined;
}

/** Shown to a user without an account if the host allows no new users: `login({ disableSignup: true })` (ERR-19). */
export function AccountNotFoundView({ exit }: ViewProps<AccountNotFoundProps, AccountNotFoundExits>) {
  return (
    <RefusalView onClick={() => exit('back')} texts={useTexts('accountNotFound', accountNotFoundTexts)} />
  );
}
