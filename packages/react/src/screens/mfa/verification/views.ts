/** Views that load together when a user must verify a second factor. */
export { BackupCodeView } from './BackupCodeView.tsx';
export { ChooseView } from './ChooseView.tsx';
export { LostView } from './LostView.tsx';
export { VerifyCodeView } from './VerifyCodeView.tsx';
export { VerifyPasskeyView } from './VerifyPasskeyView.tsx';
