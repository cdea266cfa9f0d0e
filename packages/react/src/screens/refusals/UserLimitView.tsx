import { useTexts } from '../../ui/index.ts';
import type { ViewProps } from '../screen.ts';
import { RefusalView } from './RefusalView.tsx';

export type UserLimitProps = Record<never, never>;

export interface UserLimitExits {
  back: undefined;
}

export const userLimitTexts = {
  title: 'This app is full',
  detail: "It isn't accepting new users right now.",
  button: 'Try another account',
} as const;

/** For a newcomer beyond the app's user limit (ERR-18). */
export function UserLimitView({ exit }: ViewProps<UserLimitProps, UserLimitExits>) {
  return <RefusalView onClick={() => exit('back')} texts={useTexts('userLimit', userLimitTexts)} />;
}
