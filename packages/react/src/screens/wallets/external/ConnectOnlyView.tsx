import type { ConnectedWallet, WalletOption } from '@latchkey/core';
import type { WalletConnection } from '../../../request.ts';
import { connectionTexts } from '../../../texts/generated/en/connection.ts';
import { useTexts } from '../../../texts/index.ts';
import type { Failed, ViewProps } from '../../screen.ts';
import { ConnectionPage } from './ConnectionPage.tsx';

export interface ConnectOnlyProps {
  readonly option: WalletOption;
}

export interface ConnectOnlyExits {
  connected: WalletConnection;
  failed: Failed<ConnectOnlyProps>;
  back: undefined;
}

/** Connects a wallet without logging in or linking (EXTW-16, EXTW-17). */
export function ConnectOnlyView({ props: { option }, exit }: ViewProps<ConnectOnlyProps, ConnectOnlyExits>) {
  const texts = useTexts('connection', connectionTexts);
  return (
    <ConnectionPage<ConnectedWallet>
      done={texts.connected}
      onBack={() => exit('back')}
      onDone={(connected) => exit('connected', { connected })}
      onFailed={(error) => exit('failed', { error })}
      option={option}
      signs={false}
      use={(wallet) => Promise.resolve(wallet)}
    />
  );
}
