import type { AccountChange, AccountMethod, Confirmation } from '@latchkey/core';
import type { ConfirmationAct, ErrorCode } from '@latchkey/wire';
import { CodeForm } from '../methods/one-time-code/CodeForm.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import type { AccountAct } from './AccountView.tsx';

export interface AccountCodeProps {
  /** What the code is for. */
  readonly act: AccountAct | 'confirm';
  readonly method: AccountMethod;
  /** The address or number that the code went to, as it was typed. */
  readonly recipient: string;
  /** The one act that a login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** The code that was typed when the act was refused for want of something else, which did not use it up. */
  readonly typed?: string;
}

export interface AccountCodeExits {
  changed: AccountChange;
  confirmed: Confirmation;
  /** Something that another code does not change. */
  failed: Failed<AccountCodeProps>;
  back: undefined;
}

/** Failures that are told under the boxes: the same code or another one may do. */
const passing: readonly ErrorCode[] = [
  'client_request_timeout',
  'invalid_credentials',
  'network_error',
  'service_unavailable',
  'too_many_requests',
];

/** The code that links, changes or confirms: the same boxes as for a login, and other ways out. */
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
