import { type ConnectedWallet, type FundingNetwork, type FundingRequest, parseAmount } from '@latchkey/core';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { Sentence, shorten, useCopy } from '../../ui/index.ts';
import { Cost } from '../transactions/Amounts.tsx';
import { Row } from '../transactions/Rows.tsx';
import { WalletMark } from '../wallets/external/views.ts';
import { markOf } from './markOf.ts';
import { coinOf, shownNetwork } from './network.ts';
import { Blank, NetworkName } from './parts.tsx';
import { useMoney } from './useMoney.ts';

interface TransferRowsProps {
  /** Null until it is known. */
  readonly total: string | null;
  /** Null until it is known; one for each coin that it is paid in. */
  readonly fee: readonly string[] | null;
  readonly recipient: string;
  readonly network: FundingNetwork;
}

/** What a transfer costs and where it leads (FUND-11). */
export function TransferRows({ total, fee, recipient, network }: TransferRowsProps) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  return (
    <dl className="rows">
      <Row name={texts.total}>{total ?? <Blank />}</Row>
      <Row name={texts.toRow}>
        <span className="mono unbroken" title={recipient} translate="no">
          {shorten(recipient)}
        </span>
      </Row>
      <Row name={texts.networkRow}>
        <NetworkName network={network} />
      </Row>
      <Row name={texts.fee}>{fee ? <Cost lines={fee} /> : <Blank />}</Row>
    </dl>
  );
}

/** What arrives, beside what leaves the wallet that pays. */
export function Wanted({ request }: { request: FundingRequest }) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const money = useMoney();
  const coin = coinOf(request);
  const amount = money.crypto(parseAmount(request.amount, coin.decimals) ?? 0n, coin);
  return <p className="muted">{texts.wanted({ amount, network: shownNetwork(request.network).name })}</p>;
}

interface PayerProps {
  readonly wallet: ConnectedWallet;
  /** What it holds; null until it is known. */
  readonly holds: string | null;
  readonly isShort: boolean;
  /** Goes back to the choice of a wallet. */
  onOther(): void;
}

/** The wallet that pays, with what it holds; with an error where that is too little (FUND-12, FUND-16). */
export function Payer({ wallet, holds, isShort, onOther }: PayerProps) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const [isCopied, copy] = useCopy();
  return (
    <div className="fund-payer" data-short={isShort || undefined}>
      <span className="fund-mark">
        <WalletMark size={28} wallet={markOf(wallet)} />
      </span>
      <p className="strong">
        <bdi>{wallet.meta.name}</bdi>
      </p>
      <p className="fund-holds">{holds ?? <Blank />}</p>
      <p className="muted mono" title={wallet.address} translate="no">
        {shorten(wallet.address)}
      </p>
      <button className="link fund-other" onClick={onOther} type="button">
        {texts.other}
      </button>
      {isShort ? (
        <>
          <p className="fund-error" role="alert">
            <Sentence>{texts.short({ address: shorten(wallet.address) })}</Sentence>
          </p>
          <button className="link fund-copy" onClick={() => copy(wallet.address)} type="button">
            {isCopied ? texts.copied : texts.copy}
          </button>
        </>
      ) : null}
    </div>
  );
}
