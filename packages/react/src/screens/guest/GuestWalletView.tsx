import { listWallets } from '@latchkey/core';
import { Button, Sentence, shorten, useTexts } from '../../ui/index.ts';
import { Buttons, Page, PageHeading } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';

export type GuestWalletProps = Record<never, never>;

export interface GuestWalletExits {
  export: { address: string };
  stay: undefined;
}

export const guestWalletTexts = {
  title: 'Keep your wallet first',
  detail:
    'This account belongs to another user. Your wallet stays with your guest account, so export its key before you switch.',
  export: 'Export wallet',
  /** For a guest with several wallets. */
  exportOne: (address: string) => `Export ${address}`,
  stay: 'Stay as guest',
} as const;

/**
 * For a guest who would log in as another user and owns a wallet, which no one could reach after that: offers its key
 * before it is lost (GUEST-03). It does not offer to log in nonetheless.
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
              {wallets.length === 1 ? texts.export : <Sentence>{texts.exportOne(shorten(address))}</Sentence>}
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
