import { type AccountMethod, checkUpdate } from '@latchkey/core';
import { accountTexts } from '../../texts/generated/en/account.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon } from '../../ui/index.ts';
import { EmailField } from '../methods/email/EmailField.tsx';
import { PhoneField } from '../methods/sms/PhoneField.tsx';
import { Page } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { useTask } from '../useTask.ts';

export type AccountAct = 'link' | 'update';

export interface AccountProps {
  /** Text that the user typed before coming back to this screen. */
  readonly typed?: string;
}

export interface AccountExits {
  'code-sent': { recipient: string };
  failed: Failed<AccountProps>;
}

const fields = {
  email: { Field: EmailField, icon: 'mail' },
  sms: { Field: PhoneField, icon: 'phone' },
} as const;

function createView(act: AccountAct, method: AccountMethod) {
  const { Field, icon } = fields[method];
  return function AccountView({ props: { typed = '' }, exit }: ViewProps<AccountProps, AccountExits>) {
    const texts = useTexts('account', accountTexts);
    const { accountFlows, client } = useServices();
    const { run, status } = useTask({
      work: (recipient: string) => accountFlows[act][method].sendCode(recipient),
      onDone: (_, recipient) => exit('code-sent', { recipient }),
      onFailed: (error, recipient) => exit('failed', { error, again: { typed: recipient } }),
    });
    return (
      <Page
        detail={
          <>
            {act === 'link' ? texts.linkDetail : texts.updateDetail}
            {act === 'update' ? (
              <>
                {' '}
                <bdi className="strong">{checkUpdate(client, method)}</bdi>
              </>
            ) : null}
          </>
        }
        icon={<Icon name={icon} />}
        title={texts.titles[act][method]}
      >
        <div>
          <Field busy={status === 'running'} onSubmit={run} typed={typed} />
          <slot name="captcha" />
        </div>
      </Page>
    );
  };
}

export const accountViews = {
  link: { email: createView('link', 'email'), sms: createView('link', 'sms') },
  update: { email: createView('update', 'email'), sms: createView('update', 'sms') },
} as const;
