import type { ServiceError } from '@latchkey/wire';
import { useSyncExternalStore } from 'react';
import type { Entry } from '../../flow/index.ts';
import { Button, EntryButton, Icon, Title, useTexts } from '../../ui/index.ts';
import type { ViewProps } from '../screen.ts';
import { type CodeChannel, useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConfirmLoginProps {
  /** Where it goes on once it is confirmed; null where the confirmation is all that was asked for. */
  readonly next: Entry | null;
}

export interface ConfirmLoginExits {
  'code-sent': { method: CodeChannel; recipient: string };
  failed: { error: ServiceError };
  closed: undefined;
}

export const confirmLoginTexts = {
  title: 'Confirm that it is you',
  detail: 'You logged in a while ago. Choose where to send a code before your account is changed.',
  /** For somebody whom no code reaches. */
  logInAgain: 'You logged in a while ago. Log out and log in again before you change your account.',
  close: 'Close',
} as const;

/** Asks a person whose login is old where a code may go, which proves again who they are (D further 18, 48). */
export function ConfirmLoginView({ exit }: ViewProps<ConfirmLoginProps, ConfirmLoginExits>) {
  const texts = useTexts('confirmLogin', confirmLoginTexts);
  const { accountFlows, client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const { run, status } = useTask({
    work: (method: CodeChannel, recipient: string) => accountFlows.confirm[method].sendCode(recipient),
    onDone: (_, method, recipient) => exit('code-sent', { method, recipient }),
    onFailed: (error) => exit('failed', { error }),
  });
  const ways = [
    { method: 'email', icon: 'mail', recipient: user?.email?.address },
    { method: 'sms', icon: 'phone', recipient: user?.phone?.number },
  ] as const;
  const open = ways.filter(({ recipient }) => recipient !== undefined);

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{texts.title}</Title>
          <p className="muted">{open.length > 0 ? texts.detail : texts.logInAgain}</p>
        </div>
        <div className="entries">
          {open.map(({ method, icon, recipient = '' }) => (
            <EntryButton
              disabled={status === 'running'}
              icon={<Icon name={icon} />}
              key={method}
              // Read from left to right in every language, the plus sign first.
              label={`\u2066${recipient}\u2069`}
              onClick={() => run(method, recipient)}
            />
          ))}
        </div>
      </div>
      {open.length > 0 ? null : (
        <div className="page-end">
          <Button onClick={() => exit('closed')}>{texts.close}</Button>
        </div>
      )}
    </div>
  );
}
