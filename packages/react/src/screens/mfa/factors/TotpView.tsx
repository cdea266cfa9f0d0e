import { initEnrollmentWithTotp, type TotpSecret } from '@latchkey/core';
import { useEffect, useRef, useState } from 'react';
import { mfaTotpTexts } from '../../../texts/generated/en/mfaTotp.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, Icon, QrCode, useCopy, useSheet } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { mfaCss } from '../mfa.css.ts';

export interface EnrollTotpProps {
  /** The one that was begun before; null where there is none yet. */
  readonly enrollment: TotpSecret | null;
}

export interface EnrollTotpExits {
  scanned: TotpSecret;
  failed: Failed<EnrollTotpProps>;
  back: undefined;
}

/** A code that an authenticator app scans, and the same as a key to type (MFA-15, MFA-16). */
export function EnrollTotpView({ props, exit }: ViewProps<EnrollTotpProps, EnrollTotpExits>) {
  const texts = useTexts('mfaTotp', mfaTotpTexts);
  const { name } = useSettings();
  const { client } = useServices();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, mfaCss);
  const [enrollment, setEnrollment] = useState(props.enrollment);
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
        <Button autoFocus disabled={!enrollment} onClick={() => enrollment && exit('scanned', enrollment)}>
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

/** On a phone the app stands beside this page, where no camera sees the code: it is opened by a link. */
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
        {/* Read from left to right in every language, in fours as people read keys. */}
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
