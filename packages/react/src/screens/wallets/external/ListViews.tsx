import type { WalletListEntry, WalletOption } from '@latchkey/core';
import type { ConfirmationAct } from '@latchkey/wire';
import { walletTitlesTexts } from '../../../texts/generated/en/walletTitles.ts';
import { useTexts } from '../../../texts/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { WalletList } from './WalletList.tsx';

export interface ChosenExits {
  chosen: { option: WalletOption };
}

export interface ConnectListProps {
  /** Wallets to list. Those that are in the page come first. @default the settings' list */
  readonly walletList?: readonly WalletListEntry[];
  /** Text of the host above the list. @default the modal's own sentence */
  readonly description?: string;
}

export interface LinkWalletProps {
  readonly act: 'confirm' | 'link';
  /** Operation that the login is confirmed for. */
  readonly confirms?: ConfirmationAct;
}

export interface LinkWalletExits extends ChosenExits {
  back: undefined;
}

/** List for a visitor who is not logged in (EXTW-17). */
export function ConnectListView({ props, exit }: ViewProps<ConnectListProps, ChosenExits>) {
  const texts = useTexts('walletTitles', walletTitlesTexts);
  return (
    <ListPage
      detail={props.description ?? texts.connectDetail}
      onChoose={(option) => exit('chosen', { option })}
      title={texts.connect}
      walletList={props.walletList}
    />
  );
}

/** List for a logged-in user. Connecting does not change their account (EXTW-17). */
export function ConnectAnotherView({ props, exit }: ViewProps<ConnectListProps, ChosenExits>) {
  const texts = useTexts('walletTitles', walletTitlesTexts);
  return (
    <ListPage
      detail={props.description ?? texts.anotherDetail}
      onChoose={(option) => exit('chosen', { option })}
      title={texts.another}
      walletList={props.walletList}
    />
  );
}

/** List from which the user links a wallet, or confirms their login with a linked one (LINK-14). */
export function LinkWalletView({ props: { act }, exit }: ViewProps<LinkWalletProps, LinkWalletExits>) {
  const texts = useTexts('walletTitles', walletTitlesTexts);
  const isLink = act === 'link';
  return (
    <ListPage
      detail={isLink ? texts.linkDetail : texts.confirmDetail}
      onChoose={(option) => exit('chosen', { option })}
      title={isLink ? texts.link : texts.confirm}
    />
  );
}

interface ListPageProps {
  readonly title: string;
  readonly detail: string;
  readonly walletList?: readonly WalletListEntry[] | undefined;
  onChoose(option: WalletOption): void;
}

function ListPage({ title, detail, walletList, onChoose }: ListPageProps) {
  return (
    <Page detail={detail} title={title}>
      <div className="entries">
        <WalletList onChoose={onChoose} {...(walletList ? { walletList } : {})} />
      </div>
    </Page>
  );
}
