import { useEffect, useRef, useState } from 'react';
import { timings } from '../../../timings.ts';
import { Button, ButtonLink, Title, useSheet, useTexts } from '../../../ui/index.ts';
import type { ViewProps } from '../../screen.ts';
import type { Chosen } from './chosen.ts';
import { storeOf } from './storeOf.ts';
import { WalletMark } from './WalletMark.tsx';
import { walletsCss } from './wallets.css.ts';

export interface PhantomExits {
  back: undefined;
}

export const phantomTexts = {
  opening: 'Opening Phantom',
  openingDetail: 'This page opens in the browser of Phantom, where you can go on.',
  store: 'Go to App Store',
  install: 'Install Phantom',
  extension: 'Install the Phantom browser extension.',
  setUp: 'Set up your wallet.',
  phrase: 'Store your recovery phrase in a safe place.',
  reload: 'Reload the page to use your wallet',
} as const;

/** On a phone without Phantom in the page: to Phantom's own browser, and after a second to where the app is had (EXTW-10). */
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
    <div className="page" ref={place}>
      <div className="group">
        <div className="heading" role="status">
          <span className="mark wallet-mark" data-busy={!isLate || undefined}>
            <WalletMark size={28} wallet={option} />
          </span>
          <Title>{texts.opening}</Title>
          <p className="muted">{texts.openingDetail}</p>
        </div>
      </div>
      <div className="page-end">
        {isLate && store ? <ButtonLink href={store}>{texts.store}</ButtonLink> : null}
      </div>
    </div>
  );
}

/** On a computer without Phantom: how to get it (EXTW-11). */
export function InstallPhantomView({ props: { option } }: ViewProps<Chosen, PhantomExits>) {
  const texts = useTexts('phantom', phantomTexts);
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, walletsCss);
  return (
    <div className="page" ref={place}>
      <div className="group">
        <div className="heading">
          <span className="mark wallet-mark">
            <WalletMark size={28} wallet={option} />
          </span>
          <Title>{texts.install}</Title>
        </div>
        <ol className="warnings wallet-steps">
          <li>{texts.extension}</li>
          <li>{texts.setUp}</li>
          <li>{texts.phrase}</li>
        </ol>
      </div>
      <div className="page-end">
        <Button autoFocus onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      </div>
    </div>
  );
}
