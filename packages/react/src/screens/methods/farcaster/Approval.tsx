import type { ReactNode } from 'react';
import type { farcasterTexts } from '../../../texts/generated/en/farcaster.ts';
import { QrCode } from '../../../ui/index.ts';
import { Page, StatusLine } from '../../Page.tsx';

interface ApprovalProps {
  readonly texts: typeof farcasterTexts;
  readonly title: string;
  readonly uri: string;
  /** Text about what the user approves, if the title does not say all. */
  readonly detail?: string;
  readonly children?: ReactNode;
}

/** QR code for the user's phone or, on a phone, the link that opens the app (FARC-02). */
export function Approval({ texts, title, uri, detail, children }: ApprovalProps) {
  const isPhone = /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);
  return (
    <Page
      actions={
        <>
          {children}
          <StatusLine>{texts.waiting}</StatusLine>
          {isPhone ? (
            // Opens in a new tab. Without the app the address is a web page, and this page must stay open to get the
            // answer.
            <a className="button primary" data-autofocus href={uri} rel="noreferrer" target="_blank">
              <span className="label">{texts.open}</span>
            </a>
          ) : null}
        </>
      }
      detail={detail}
      paragraphs={<p className="muted">{isPhone ? texts.approve : texts.scan}</p>}
      title={title}
    >
      {isPhone ? null : (
        <div style={{ display: 'grid', placeItems: 'center' }}>
          <QrCode label={texts.code} text={uri} />
        </div>
      )}
    </Page>
  );
}
