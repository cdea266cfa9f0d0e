import { listWallets } from '@latchkey/core';
import { guestWalletTexts } from '../../texts/generated/en/guestWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Sentence, shorten } from '../../ui/index.ts';
import { Buttons, Page, PageHeading } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';

export type GuestWalletProps = Record<never, never>;

export interface GuestWalletExits {
  export: { address: string };
  stay: undefined;
}

/**
 * Shown to a guest who owns a wallet and tries to log in as another user. The guest would lose the wallet, so the
 * screen offers to export its key (GUEST-03).
 */
export function GuestWalletView({ exit }: ViewProps<GuestWalletProps, GuestWalletExits>) {
  const texts = useTexts('guestWallet', guestWalletTexts);
  const { client } = useServices();
  const wallets = listWallets(client);
  return (
    <Page
      actions={
        <Buttons>
          {wallets.map(({ address }, nth) => (
            <Button autoFocus={nth === 0} key={address} onClick={() => exit('export', { address })}>
              {wallets.length === 1 ? (
                texts.export
              ) : (
                <Sentence>{texts.exportOne({ address: shorten(address) })}</Sentence>
              )}
            </Button>
          ))}
          <Button look="plain" onClick={() => exit('stay')}>
            {texts.stay}
          </Button>
        </Buttons>
      }
    >
      <PageHeading title={texts.title} detail={texts.detail} />
    </Page>
  );
}
