import { initEnrollmentWithTotp, type TotpSecret } from '@latchkey/core';
import { useEffect, useRef, useState } from 'react';
import { mfaTotpTexts } from '../../../texts/generated/en/mfaTotp.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon, QrCode, useCopy, useSheet } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaCss } from '../mfa.css.ts';
import type { EnrollExits, EnrollProps } from './enrolling.ts';

/** Screen with a QR code for an authenticator app, and the same secret as text (MFA-15, MFA-16). */
export function EnrollTotpView({
  props: { earlier, hasEnded },
  exit,
}: ViewProps<EnrollProps<TotpSecret>, EnrollExits<TotpSecret>>) {
  const texts = useTexts('mfaTotp', mfaTotpTexts);
  const { name } = useSettings();
  const { client } = useServices();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, mfaCss);
  const [enrollment, setEnrollment] = useState(hasEnded ? undefined : earlier);
  const { run } = useTask({
    work: () => initEnrollmentWithTotp(client),
    onDone: setEnrollment,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(() => {
    if (!enrollment) run();
  }, [enrollment, run]);

  return (
    <Page
      actions={
        <Button autoFocus disabled={!enrollment} onClick={() => enrollment && exit('begun', enrollment)}>
          {texts.next}
        </Button>
      }
      detail={texts.detail({ app: name })}
      pageRef={place}
      title={texts.title}
    >
      <div className="qr">
        {enrollment ? <QrCode label={texts.label} text={enrollment.authUrl} /> : <span className="spinner" />}
      </div>
      {enrollment ? <Key enrollment={enrollment} /> : null}
    </Page>
  );
}

/**
 * Shows the secret as text. On a phone, a link opens the authenticator app, which cannot scan the QR code of its own
 * screen.
 */
function Key({ enrollment: { secret, authUrl } }: { enrollment: TotpSecret }) {
  const texts = useTexts('mfaTotp', mfaTotpTexts);
  const [isCopied, copy] = useCopy();
  const isPhone = /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);
  return (
    <div className="key">
      <p className="muted center">
        {isPhone ? (
          <a className="link" href={authUrl}>
            {texts.open}
          </a>
        ) : (
          texts.key
        )}
      </p>
      <div className="secret">
        {/* The secret is read from left to right in every language, in groups of four. */}
        <bdi data-secret dir="ltr" translate="no">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </bdi>
        <button
          aria-label={isCopied ? texts.copied : texts.copy}
          className="icon-button copy"
          data-copied={isCopied || undefined}
          onClick={() => copy(secret)}
          type="button"
        >
          <Icon name={isCopied ? 'check' : 'copy'} />
        </button>
      </div>
    </div>
  );
}
