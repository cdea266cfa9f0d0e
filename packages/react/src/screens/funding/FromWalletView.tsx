import {
  type ConnectedWallet,
  type FundingRequest,
  listExternalWallets,
  listFundingSources,
  type Quote,
  type WalletOption,
} from '@latchkey/core';
import { useCallback, useState } from 'react';
import { connectionTexts } from '../../texts/generated/en/connection.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { EntryButton, shorten } from '../../ui/index.ts';
import { PageHeading } from '../Page.tsx';
import type { Failed, ViewProps } from '../screen.ts';
import { useServices } from '../services.ts';
import { ConnectionPage, WalletList, WalletMark } from '../wallets/external/views.ts';
import { walletsCss } from '../wallets/external/wallets.css.ts';
import { BridgeStep } from './BridgeStep.tsx';
import { FundingPage } from './FundingPage.tsx';
import { markOf } from './markOf.ts';
import { coinOf, shownNetwork } from './network.ts';
import type { FundingPlace } from './place.ts';
import type { TransferPlan } from './plan.ts';
import type { Sources } from './sources.ts';
import { TransferStep } from './TransferStep.tsx';
import { useMoney } from './useMoney.ts';
import { useRequest } from './useRequest.ts';

export interface FromWalletProps extends FundingPlace {
  /** Source of the transfer: the same network, or another one. */
  readonly mode: 'wallet' | 'bridge';
  /** Wallet that was chosen before. @default the user chooses */
  readonly wallet?: ConnectedWallet | undefined;
  /** New quote that replaces a confirmed one; the user must confirm it again. */
  readonly quote?: Quote | undefined;
}

export interface FromWalletExits {
  confirmed: { plan: TransferPlan };
  continued: undefined;
  failed: Failed<FromWalletProps>;
  back: undefined;
}

type FromWalletViewProps = ViewProps<FromWalletProps, FromWalletExits>;

/** Shows a transfer from an external wallet: which wallet, which network, and the cost (FUND-10). */
export function FromWalletView({ props, exit }: FromWalletViewProps) {
  return (
    <FundingPage
      onContinue={() => exit('continued')}
      onFailed={(error) => exit('failed', { error })}
      place={props}
      sheet={walletsCss}
      way={props.mode}
    >
      {(request, { balance }) => <FromWallet balance={balance} exit={exit} props={props} request={request} />}
    </FundingPage>
  );
}

interface FromWalletPartProps extends FromWalletViewProps {
  readonly request: FundingRequest;
  /** Balance of the funded wallet; null until loaded. */
  readonly balance: bigint | null;
}

function FromWallet({ props, exit, request, balance }: FromWalletPartProps) {
  const { mode } = props;
  const connection = useTexts('connection', connectionTexts);
  const { client } = useServices();
  const [option, setOption] = useState<WalletOption | null>(null);
  const [wallet, setWallet] = useState(props.wallet ?? null);
  const load = useCallback(
    (signal: AbortSignal) => listFundingSources(client, request, { signal }),
    [client, request],
  );
  const sources = useRequest(load);
  const choose = (chosen: ConnectedWallet) => {
    setOption(null);
    setWallet(chosen);
    // Loads the balances of a newly connected wallet.
    sources.again();
  };

  if (option)
    return (
      <ConnectionPage<ConnectedWallet>
        done={connection.connected}
        onBack={() => setOption(null)}
        onDone={choose}
        onFailed={() => undefined}
        option={option}
        signs={false}
        use={(connected) => Promise.resolve(connected)}
      />
    );
  if (!wallet)
    return (
      <WalletChoice
        mode={mode}
        onOption={setOption}
        onWallet={setWallet}
        request={request}
        sources={sources}
      />
    );
  const step = {
    onConfirmed: (plan: TransferPlan) => exit('confirmed', { plan }),
    onOther: () => setWallet(null),
    request,
    sources,
    wallet,
  };
  return mode === 'wallet' ? (
    <TransferStep {...step} />
  ) : (
    <BridgeStep {...step} balance={balance} {...(props.quote ? { changed: props.quote } : {})} />
  );
}

const unbroken = (address: string) => address.replace('…', '\u2060…\u2060');

/** Ethereum addresses are compared without case. */
const isSameWallet = (address: string, request: FundingRequest) =>
  address === request.address ||
  (request.network.chainType === 'ethereum' && address.toLowerCase() === request.address.toLowerCase());

interface WalletChoiceProps {
  readonly mode: FromWalletProps['mode'];
  readonly request: FundingRequest;
  readonly sources: Sources;
  onWallet(wallet: ConnectedWallet): void;
  onOption(option: WalletOption): void;
}

/** Lists connected wallets and wallets that can be connected. */
function WalletChoice({ mode, request, sources, onWallet, onOption }: WalletChoiceProps) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const money = useMoney();
  const { client } = useServices();
  const { chainType } = request.network;
  const coin = coinOf(request);
  const { id, name: network } = shownNetwork(request.network);
  const connected = listExternalWallets(client).filter(
    ({ address, chainType: type }) => type === chainType && !isSameWallet(address, request),
  );
  const holdingOf = (wallet: ConnectedWallet) => {
    const held = sources.value?.find((source) => source.wallet.address === wallet.address)?.balances.get(id);
    return mode === 'wallet' && held !== undefined && held !== null ? money.crypto(held, coin) : undefined;
  };
  return (
    <>
      <PageHeading
        detail={mode === 'wallet' ? texts.detail({ coin: coin.symbol, network }) : texts.networkDetail}
        title={mode === 'wallet' ? texts.title : texts.networkTitle}
      />
      {connected.length > 0 ? (
        <section aria-label={texts.connected} className="list">
          <h3 className="fund-section">{texts.connected}</h3>
          {connected.map((wallet) => (
            <EntryButton
              badge={holdingOf(wallet)}
              className="fund-source"
              icon={<WalletMark wallet={markOf(wallet)} />}
              key={wallet.address}
              isVerbatim
              label={`${wallet.meta.name} · ${unbroken(shorten(wallet.address))}`}
              onClick={() => onWallet(wallet)}
            />
          ))}
        </section>
      ) : null}
      <section aria-label={texts.others} className="list">
        {connected.length > 0 ? <h3 className="fund-section">{texts.others}</h3> : null}
        <WalletList chainType={chainType} onChoose={onOption} />
      </section>
    </>
  );
}
