/** The views of this room, which are loaded when the first of them is shown: few visits need any (`screens.ts`). */
export { AccountNotFoundView } from './AccountNotFoundView.tsx';
export { AllowlistView } from './AllowlistView.tsx';
export { LoginFailedView } from './LoginFailedView.tsx';
export { UserLimitView } from './UserLimitView.tsx';
