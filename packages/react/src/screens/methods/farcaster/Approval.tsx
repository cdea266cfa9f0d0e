import type { ReactNode } from 'react';
import { QrCode, Title } from '../../../ui/index.ts';
import type { FarcasterTexts } from './farcasterTexts.ts';

interface ApprovalProps {
  readonly texts: FarcasterTexts;
  readonly title: string;
  /** What the Farcaster app opens. */
  readonly uri: string;
  /** What the person approves, where the title does not say all. */
  readonly detail?: string;
  /** Stands below the code. */
  readonly children?: ReactNode;
}

/** A code for the phone beside this screen, or, on a phone, the link that opens the app (FARC-02). */
export function Approval({ texts, title, uri, detail, children }: ApprovalProps) {
  const isPhone = /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <Title>{title}</Title>
          {detail ? <p className="muted">{detail}</p> : null}
          <p className="muted">{isPhone ? texts.approve : texts.scan}</p>
        </div>
        {isPhone ? null : (
          <div style={{ display: 'grid', placeItems: 'center' }}>
            <QrCode label={texts.code} text={uri} />
          </div>
        )}
      </div>
      <div className="page-end">
        {children}
        <p className="field-hint center" role="status">
          {texts.waiting}
        </p>
        {isPhone ? (
          // A tab of its own: without the app the address is a page, and this one has to stay to hear the answer.
          <a className="button primary" data-autofocus href={uri} rel="noreferrer" target="_blank">
            <span className="label">{texts.open}</span>
          </a>
        ) : null}
      </div>
    </div>
  );
}
