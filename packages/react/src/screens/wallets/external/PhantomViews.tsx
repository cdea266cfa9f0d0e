import { useEffect, useRef, useState } from 'react';
import { phantomTexts } from '../../../texts/generated/en/phantom.ts';
import { useTexts } from '../../../texts/index.ts';
import { timings } from '../../../timings.ts';
import { Button, ButtonLink, useSheet } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import type { Chosen } from './chosen.ts';
import { storeOf } from './storeOf.ts';
import { WalletPicture } from './WalletMark.tsx';
import { walletsCss } from './wallets.css.ts';

export interface PhantomExits {
  back: undefined;
}

/**
 * Opens Phantom's own browser, on a phone without Phantom in the page. After a second it shows the link to install
 * Phantom (EXTW-10).
 */
export function PhantomInterstitialView({ props: { option } }: ViewProps<Chosen, PhantomExits>) {
  const texts = useTexts('phantom', phantomTexts);
  const [isLate, setLate] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, walletsCss);
  const { link } = option;
  useEffect(() => {
    if (link) location.assign(link);
    const timer = setTimeout(() => setLate(true), timings.appStoreMs);
    return () => clearTimeout(timer);
  }, [link]);
  const store = storeOf(option, navigator.userAgent);
  return (
    <Page
      actions={isLate && store ? <ButtonLink href={store}>{texts.store}</ButtonLink> : null}
      detail={texts.openingDetail}
      isLive
      pageRef={place}
      picture={<WalletPicture isBusy={!isLate} wallet={option} />}
      title={texts.opening}
    />
  );
}

/** Explains how to install Phantom, on a computer without it (EXTW-11). */
export function InstallPhantomView({ props: { option } }: ViewProps<Chosen, PhantomExits>) {
  const texts = useTexts('phantom', phantomTexts);
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, walletsCss);
  return (
    <Page
      actions={
        <Button autoFocus onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      }
      pageRef={place}
      picture={<WalletPicture wallet={option} />}
      title={texts.install}
    >
      <ol className="warnings wallet-steps">
        <li>{texts.extension}</li>
        <li>{texts.setUp}</li>
        <li>{texts.phrase}</li>
      </ol>
    </Page>
  );
}
