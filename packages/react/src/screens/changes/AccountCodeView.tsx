import type { AccountChange, AccountMethod, Confirmation } from '@latchkey/core';
import type { ConfirmationAct, ErrorCode } from '@latchkey/wire';
import { CodeForm } from '../methods/one-time-code/CodeForm.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import type { AccountAct } from './AccountView.tsx';

export interface AccountCodeProps {
  readonly act: AccountAct | 'confirm';
  readonly method: AccountMethod;
  readonly recipient: string;
  /** Operation that the login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** Code that was typed when the operation was refused for another reason, which did not use the code up. */
  readonly typed?: string;
}

export interface AccountCodeExits {
  changed: AccountChange;
  confirmed: Confirmation;
  /** A failure that another code cannot fix. */
  failed: Failed<AccountCodeProps>;
  back: undefined;
}

/** Errors shown below the boxes, because the same code or another one may still succeed. */
const passing: readonly ErrorCode[] = [
  'client_request_timeout',
  'invalid_credentials',
  'network_error',
  'service_unavailable',
  'too_many_requests',
];

/** Asks for the code that links or updates an account, or confirms a login. */
export function AccountCodeView({ props, exit }: ViewProps<AccountCodeProps, AccountCodeExits>) {
  const { act, method, recipient, confirms, typed } = props;
  const { accountFlows } = useServices();
  const flow = accountFlows[act][method];
  const submit = (code: string): Promise<AccountChange | Confirmation> =>
    act === 'confirm'
      ? accountFlows.confirm[method].submitCode(code, confirms)
      : accountFlows[act][method].submitCode(code);
  return (
    <CodeForm<AccountChange | Confirmation>
      flow={flow}
      onDone={(done) => ('account' in done ? exit('changed', done) : exit('confirmed', done))}
      onFailed={(error, code) => {
        if (!passing.includes(error.code)) exit('failed', { error, again: { typed: code } });
      }}
      recipient={recipient}
      submit={submit}
      typed={typed}
    />
  );
}
