import type { WalletListEntry, WalletOption } from '@latchkey/core';
import { type ChainType, toTyped } from '@latchkey/wire';
import { type MouseEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { landingTexts } from '../../../texts/generated/en/landing.ts';
import { moreTexts } from '../../../texts/generated/en/more.ts';
import { walletListTexts } from '../../../texts/generated/en/walletList.ts';
import { useTexts } from '../../../texts/index.ts';
import { EntryButton, Icon, LineIcon, useSheet } from '../../../ui/index.ts';
import { isInAppBrowser } from './isInAppBrowser.ts';
import { useWalletOptions } from './useWalletOptions.ts';
import { WalletMark } from './WalletMark.tsx';
import { walletsCss } from './wallets.css.ts';

export interface WalletListProps {
  /** Wallets to list. Those that are in the page come first. @default the settings' list */
  readonly walletList?: readonly WalletListEntry[];
  /**
   * Lists only wallets of this chain type.
   * @default the chain types that the app accepts for logins, or both if it accepts neither
   */
  readonly chainType?: ChainType;
  /** Called by the entry that leads to all wallets, beside the first few. @default all are shown */
  onMore?(): void;
  onChoose(option: WalletOption): void;
}

const searchPath = 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l3.5 3.5';

/** Maximum number of wallets in a list with other methods, without and with an entry for more (LAND-22). */
const mostShown = 4;
const shownBesideMore = 3;
/** Number of wallets from which the list has a search field. */
const searchedFrom = 9;
/** Rows added per frame, so a long list does not block the page. */
const rowsAFrame = 24;

/** Lists the wallets that the user can connect, one per row (EXTW-12, EXTW-13). */
export function WalletList({ walletList, chainType, onMore, onChoose }: WalletListProps) {
  const texts = useTexts('walletList', walletListTexts);
  const more = useTexts('more', moreTexts);
  const { recent } = useTexts('landing', landingTexts);
  const place = useRef<HTMLSpanElement>(null);
  useSheet(place, walletsCss);
  const options = useWalletOptions(walletList, chainType);
  const [typed, setTyped] = useState('');
  const wanted = toTyped(useDeferredValue(typed)).toLowerCase();
  const isCut = onMore !== undefined && options.length > mostShown;
  const found = isCut
    ? options.slice(0, shownBesideMore)
    : options.filter(({ name }) => name.toLowerCase().includes(wanted));
  const count = useGrowing(found.length);

  return (
    <>
      <span className="hidden" hidden ref={place} />
      {!onMore && options.length >= searchedFrom ? (
        <div className="field wallet-search">
          <span className="field-icon">
            <LineIcon path={searchPath} />
          </span>
          <input
            aria-label={texts.search}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            placeholder={texts.search}
            type="search"
            value={typed}
          />
        </div>
      ) : null}
      {found.slice(0, count).map((option) => (
        <WalletRow
          badge={option.isRecent ? recent : undefined}
          hint={texts.connect}
          key={option.id}
          onChoose={onChoose}
          option={option}
        />
      ))}
      {isCut ? <EntryButton icon={<Icon name="more" />} label={more.otherWallets} onClick={onMore} /> : null}
      {found.length === 0 ? (
        <p className="muted center" role="status">
          {options.length > 0 ? texts.notFound : texts.none}
        </p>
      ) : null}
    </>
  );
}

interface WalletRowProps extends Pick<WalletListProps, 'onChoose'> {
  readonly option: WalletOption;
  readonly badge: string | undefined;
  readonly hint: string;
}

function WalletRow({ option, badge, hint, onChoose }: WalletRowProps) {
  const press = ({ nativeEvent }: MouseEvent) => {
    // Scripts of in-app browsers click in pages, so only real clicks count there (EXTW-19).
    if (nativeEvent.isTrusted || !isInAppBrowser(navigator.userAgent)) onChoose(option);
  };
  return (
    <EntryButton
      badge={badge}
      className="wallet-row"
      hint={hint}
      icon={<WalletMark wallet={option} />}
      label={option.name}
      onClick={press}
    />
  );
}

function useGrowing(length: number): number {
  const [count, setCount] = useState(rowsAFrame);
  useEffect(() => {
    if (count >= length) return;
    const frame = requestAnimationFrame(() => setCount(count + rowsAFrame));
    return () => cancelAnimationFrame(frame);
  }, [count, length]);
  return count;
}
