import {
  type ConnectedWallet,
  connectExternalWallet,
  isMobile,
  listExternalWallets,
  toPairingLink,
  type WalletOption,
} from '@latchkey/core';
import type { ChainType, ServiceError } from '@latchkey/wire';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { connectionTexts } from '../../../texts/generated/en/connection.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button, ButtonLink, EntryButton, QrCode, useCopy, useSheet } from '../../../ui/index.ts';
import { useErrorText } from '../../error/useErrorText.ts';
import { Buttons, Page } from '../../Page.tsx';
import { StatusPage } from '../../StatusPage.tsx';
import { useServices } from '../../services.ts';
import { useLeaving } from '../../useLeaving.ts';
import { useTask } from '../../useTask.ts';
import { failureText } from './failureText.ts';
import { StepFocus } from './StepFocus.tsx';
import { storeOf } from './storeOf.ts';
import { WalletMark, WalletPicture } from './WalletMark.tsx';
import { walletsCss } from './wallets.css.ts';

export interface ConnectionPageProps<Done> {
  readonly option: WalletOption;
  /** The wallet, if it was connected before a step-up. */
  readonly connected?: ConnectedWallet;
  /** Number of retries before a step-up. @default 0 */
  readonly retries?: number;
  /** Uses the wallet once it is connected. */
  use(wallet: ConnectedWallet, signal: AbortSignal): Promise<Done>;
  /**
   * True if the wallet then signs. On a phone the user clicks again before the wallet is asked a second time
   * (EXTW-05).
   */
  readonly signs: boolean;
  readonly done: string;
  onDone(done: Done): void;
  onFailed(error: ServiceError, again: { connected?: ConnectedWallet; retries: number }): void;
  onBack(): void;
}

/** Connects a wallet and then uses it. Shows what the user has to do meanwhile, and the result. */
export function ConnectionPage<Done>(page: ConnectionPageProps<Done>) {
  const { option } = page;
  const texts = useTexts('connection', connectionTexts);
  const [chainType, setChainType] = useState<ChainType | undefined>(
    option.chainTypes.length > 1 && !page.connected ? undefined : option.chainTypes[0],
  );
  if (option.way === 'install') return <InstallPage option={option} texts={texts} />;
  if (option.way === 'app-link') return <AppPage option={option} texts={texts} />;
  if (!chainType) return <ChainPage onChoose={setChainType} option={option} texts={texts} />;
  return <Connecting {...page} chainType={page.connected?.chainType ?? chainType} texts={texts} />;
}

interface ConnectingProps<Done> extends ConnectionPageProps<Done> {
  readonly chainType: ChainType;
  readonly texts: typeof connectionTexts;
}

function Connecting<Done>({
  option,
  chainType,
  texts,
  use,
  signs,
  done,
  onDone,
  onFailed,
  onBack,
  ...before
}: ConnectingProps<Done>) {
  const textOf = useErrorText();
  const { client } = useServices();
  const stop = useRef(new AbortController());
  useLeaving(useCallback(() => stop.current.abort(), []));
  const [connected, setConnected] = useState(before.connected);
  const [retries, setRetries] = useState(before.retries ?? 0);
  const [uri, setUri] = useState<string | null>(null);
  const [isSwitching, setSwitching] = useState(false);
  const isPhone = isMobile(window);
  const fail = (error: ServiceError, wallet = connected) =>
    onFailed(error, { ...(wallet ? { connected: wallet } : {}), retries });
  const using = useTask({
    work: (wallet: ConnectedWallet) => use(wallet, stop.current.signal),
    onDone,
    onFailed: (error, wallet) => fail(error, wallet),
  });
  const connecting = useTask({
    work: () =>
      connectExternalWallet(client, {
        option,
        chainType,
        onUri: setUri,
        onState: (state) => setSwitching(state === 'switching_to_supported_chain'),
        signal: stop.current.signal,
      }),
    onDone(wallet) {
      setConnected(wallet);
      if (!signs || !isPhone) using.run(wallet);
    },
    onFailed: (error) => fail(error),
  });
  const { run: connect } = connecting;
  const { run: sign } = using;
  // Runs once: a wallet that was connected before a step-up is used again after it.
  const first = useRef(before.connected);
  useEffect(() => {
    if (!first.current) connect();
    else if (!isPhone) sign(first.current);
  }, [connect, sign, isPhone]);

  if (using.status === 'done') return <StatusPage state="done" title={done} />;
  const error = connected ? using.error : connecting.error;
  if (error) {
    const { isRetryable, ...told } = failureText(error, retries, texts, textOf);
    const retry = () => {
      setRetries(retries + 1);
      setUri(null);
      // If the user changed the account in the wallet meanwhile, the wallet is connected again.
      const isThere = listExternalWallets(client).some((wallet) => isSame(wallet, connected));
      if (connected && isThere) return sign(connected);
      setConnected(undefined);
      connect();
    };
    return (
      <StatusPage
        {...told}
        actions={
          <Buttons>
            <StepFocus />
            {isRetryable ? (
              <Button autoFocus onClick={retry}>
                {texts.retry}
              </Button>
            ) : null}
            <Button autoFocus={!isRetryable} look={isRetryable ? 'plain' : 'primary'} onClick={onBack}>
              {texts.other}
            </Button>
          </Buttons>
        }
        state="failed"
      />
    );
  }
  if (connected) {
    const isAsked = using.status === 'running';
    return (
      <WalletPage
        actions={
          isAsked || !signs ? undefined : (
            <Button autoFocus onClick={() => sign(connected)}>
              {texts.signButton}
            </Button>
          )
        }
        detail={signs ? texts.signDetail : texts.approve}
        isBusy={isAsked}
        option={option}
        title={signs ? texts.sign({ wallet: option.name }) : texts.connecting({ wallet: option.name })}
      />
    );
  }
  if (uri !== null) return <PairingPage isPhone={isPhone} option={option} texts={texts} uri={uri} />;
  return (
    <WalletPage
      detail={isSwitching ? texts.switching : texts.approve}
      isBusy
      option={option}
      title={texts.connecting({ wallet: option.name })}
    />
  );
}

const isSame = (wallet: ConnectedWallet, other: ConnectedWallet | undefined) =>
  wallet.address === other?.address && wallet.chainType === other.chainType;

interface PartProps {
  readonly option: WalletOption;
  readonly texts: typeof connectionTexts;
}

interface WalletPageProps extends Pick<PartProps, 'option'> {
  readonly title: string;
  readonly detail: string;
  /** True if a request is open in the wallet. @default false */
  readonly isBusy?: boolean;
  /** @default no foot */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

function WalletPage({ option, title, detail, isBusy = false, actions, children }: WalletPageProps) {
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, walletsCss);
  return (
    <Page
      actions={actions}
      detail={detail}
      footer={<StepFocus key={actions ? 'asks' : 'waits'} />}
      isLive
      pageRef={place}
      picture={<WalletPicture isBusy={isBusy} wallet={option} />}
      title={title}
    >
      {children}
    </Page>
  );
}

/** Asks the user to choose Ethereum or Solana, if the wallet supports both. */
function ChainPage({ option, texts, onChoose }: PartProps & { onChoose(chain: ChainType): void }) {
  return (
    <WalletPage detail={texts.chain} option={option} title={option.name}>
      <div className="entries">
        {option.chainTypes.map((chain) => (
          <EntryButton
            icon={<WalletMark wallet={{ icon: null, id: chain, isKnown: false, name: chainNames[chain] }} />}
            key={chain}
            label={chainNames[chain]}
            onClick={() => onChoose(chain)}
          />
        ))}
      </div>
    </WalletPage>
  );
}

const chainNames: Readonly<Record<ChainType, string>> = { ethereum: 'Ethereum', solana: 'Solana' };

/** Pairs with a wallet outside this browser: shows a QR code, or on a phone a link that opens the wallet. */
function PairingPage({ option, texts, uri, isPhone }: PartProps & { uri: string; isPhone: boolean }) {
  const [isCopied, copy] = useCopy();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, walletsCss);
  return (
    <Page
      actions={
        <Buttons>
          {isPhone ? (
            <ButtonLink autoFocus href={toPairingLink(option, uri) ?? uri}>
              {texts.open({ wallet: option.name })}
            </ButtonLink>
          ) : null}
          <Button look="plain" onClick={() => copy(uri)}>
            {isCopied ? texts.copied : texts.copy}
          </Button>
        </Buttons>
      }
      detail={isPhone ? texts.openDetail : texts.scanDetail}
      footer={<StepFocus />}
      isLive
      pageRef={place}
      title={isPhone ? texts.inWallet({ wallet: option.name }) : texts.scan({ wallet: option.name })}
    >
      {isPhone ? null : (
        <div className="wallet-qr">
          <QrCode label={texts.code} text={uri} />
        </div>
      )}
    </Page>
  );
}

/** Opens this page in the browser of a phone's wallet app, and shows a link for a user who declined that. */
function AppPage({ option, texts }: PartProps) {
  const { link } = option;
  useEffect(() => {
    if (link) location.assign(link);
  }, [link]);
  return (
    <WalletPage
      actions={
        link ? (
          <ButtonLink autoFocus href={link}>
            {texts.open({ wallet: option.name })}
          </ButtonLink>
        ) : undefined
      }
      detail={texts.inWalletDetail({ wallet: option.name })}
      option={option}
      title={texts.inWallet({ wallet: option.name })}
    />
  );
}

/** Shown for a wallet that is not installed and cannot be opened from here. */
function InstallPage({ option, texts }: PartProps) {
  const store = storeOf(option, navigator.userAgent);
  return (
    <WalletPage
      actions={
        store ? (
          <ButtonLink autoFocus href={store}>
            {texts.get({ wallet: option.name })}
          </ButtonLink>
        ) : undefined
      }
      detail={texts.installDetail}
      option={option}
      title={texts.install({ wallet: option.name })}
    />
  );
}
