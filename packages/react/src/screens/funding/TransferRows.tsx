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
  /** Null until loaded. */
  readonly total: string | null;
  /** One text for each coin that the fee is paid in; null until loaded. */
  readonly fee: readonly string[] | null;
  readonly recipient: string;
  readonly network: FundingNetwork;
}

/** Shows the cost and destination of a transfer (FUND-11). */
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

export function Wanted({ request }: { request: FundingRequest }) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const money = useMoney();
  const coin = coinOf(request);
  const amount = money.crypto(parseAmount(request.amount, coin.decimals) ?? 0n, coin);
  return <p className="muted">{texts.wanted({ amount, network: shownNetwork(request.network).name })}</p>;
}

interface PayerProps {
  readonly wallet: ConnectedWallet;
  /** Balance; null until loaded. */
  readonly holds: string | null;
  readonly isShort: boolean;
  /** Called to choose another wallet. */
  onOther(): void;
}

/** Shows the paying wallet with its balance, and an error if that is too low (FUND-12, FUND-16). */
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
