import { userLimitTexts } from '../../texts/generated/en/userLimit.ts';
import { useTexts } from '../../texts/index.ts';
import type { ViewProps } from '../screen.ts';
import { RefusalView } from './RefusalView.tsx';

export type UserLimitProps = Record<never, never>;

export interface UserLimitExits {
  back: undefined;
}

/** Shown to a new user if the app has reached its user limit (ERR-18). */
export function UserLimitView({ exit }: ViewProps<UserLimitProps, UserLimitExits>) {
  return <RefusalView onClick={() => exit('back')} texts={useTexts('userLimit', userLimitTexts)} />;
}
