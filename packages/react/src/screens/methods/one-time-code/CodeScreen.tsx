import type { ErrorCode, ServiceError } from '@latchkey/wire';
import type { LoginResult } from '../../../request.ts';
import { defineScreen, type ViewProps } from '../../screen.ts';
import { type CodeChannel, useServices } from '../../services.ts';
import { CodeForm } from './CodeForm.tsx';

export interface CodeProps {
  readonly channel: CodeChannel;
  /** The address or number that the code went to, as it was typed. */
  readonly recipient: string;
  /** Whether only users who have an account get in. @default false */
  readonly disableSignup?: boolean;
}

export interface CodeExits {
  verified: LoginResult;
  /** The code is used up, or no code would help. */
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

/** Refusals that another code to the same recipient does not change. */
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
  // A login that the person walked away from must not finish behind their back.
  onClose: ({ channel }, { codeLogins }) => codeLogins[channel].reset(),
  View: CodeView,
});
