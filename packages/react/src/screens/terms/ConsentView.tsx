import { acceptTerms } from '@latchkey/core';
import type { User } from '@latchkey/wire';
import type { LoginResult } from '../../request.ts';
import { consentTexts } from '../../texts/generated/en/consent.ts';
import { errorsTexts } from '../../texts/generated/en/errors.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon, isWebAddress, WebLink } from '../../ui/index.ts';
import { errorTextOf } from '../error/errorTexts.ts';
import { Buttons, Page, StatusLine } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { useTask } from '../useTask.ts';

export interface ConsentProps {
  /** Login that counts once the terms are accepted. */
  readonly login: LoginResult;
}

export interface ConsentExits {
  accepted: { user: User };
  declined: undefined;
}

/**
 * Asks for consent to the app's terms. No control has the focus at first: a key that was meant for the code input could
 * otherwise give consent.
 */
export function ConsentView({ exit }: ViewProps<ConsentProps, ConsentExits>) {
  const texts = useTexts('consent', consentTexts);
  const errors = useTexts('errors', errorsTexts);
  const { client } = useServices();
  const { legal } = useSettings();
  const accept = useTask({
    work: () => acceptTerms(client),
    onDone: (user) => exit('accepted', { user }),
  });
  const busy = accept.status !== 'idle' && accept.status !== 'failed';
  const problem = accept.error && errorTextOf(accept.error, errors);

  return (
    <Page
      actions={
        <>
          <StatusLine isError role="alert">
            {problem && [problem.title, problem.detail].filter(Boolean).join('. ')}
          </StatusLine>
          <Buttons>
            <Button busy={busy} onClick={accept.run}>
              {texts.accept}
            </Button>
            <Button disabled={busy} look="plain" onClick={() => exit('declined')}>
              {texts.decline}
            </Button>
          </Buttons>
        </>
      }
      detail={texts.text}
      title={texts.title}
    >
      <div className="documents">
        <DocumentLink href={legal.termsAndConditionsUrl}>{texts.viewTerms}</DocumentLink>
        <DocumentLink href={legal.privacyPolicyUrl}>{texts.viewPrivacy}</DocumentLink>
      </div>
    </Page>
  );
}

function DocumentLink({ href, children }: { href: string | null; children: string }) {
  if (!isWebAddress(href)) return null;
  return (
    <WebLink className="document" href={href}>
      {children}
      <Icon name="outward" />
    </WebLink>
  );
}
