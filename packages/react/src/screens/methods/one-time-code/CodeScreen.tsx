import type { ErrorCode, ServiceError } from '@latchkey/wire';
import type { LoginResult } from '../../../request.ts';
import { defineScreen, type ViewProps } from '../../screen.ts';
import { type CodeChannel, useServices } from '../../services.ts';
import { CodeForm } from './CodeForm.tsx';

export interface CodeProps {
  readonly channel: CodeChannel;
  readonly recipient: string;
  /** True to admit only existing users. @default false */
  readonly disableSignup?: boolean;
}

export interface CodeExits {
  verified: LoginResult;
  /** The login failed, and another code to the same recipient would not help. */
  failed: { error: ServiceError };
  back: undefined;
}

function CodeView({
  props: { channel, recipient, disableSignup = false },
  exit,
}: ViewProps<CodeProps, CodeExits>) {
  const codeLogin = useServices().codeLogins[channel];
  return (
    <CodeForm
      flow={codeLogin}
      onDone={({ user, isNewUser }) => exit('verified', { user, isNewUser, loginMethod: channel })}
      onFailed={(error) => finalCodes.includes(error.code) && exit('failed', { error })}
      recipient={recipient}
      submit={(code) => codeLogin.loginWithCode({ code, disableSignup })}
    />
  );
}

/** Errors that another code to the same recipient would not change. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'authentication_failed',
  'disallowed_login_method',
  'linked_to_another_user',
  'max_accounts_reached',
  'unknown_auth_error',
  'user_does_not_exist',
];

export const codeScreen = defineScreen<CodeProps, CodeExits>({
  height: 'compact',
  header: { back: 'back' },
  // Resets the flow, because a user who left must not be logged in.
  onClose: ({ channel }, { codeLogins }) => codeLogins[channel].reset(),
  View: CodeView,
});
