import { type Chain, type FundingRequest, parseAmount, type Quote, takeQuote } from '@latchkey/core';
import { isCode, type ServiceError } from '@latchkey/wire';
import { useCallback, useState } from 'react';
import { NetworkMark } from '../../display/index.ts';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import { Buttons, PageActions, PageHeading } from '../Page.tsx';
import { useServices, useSettings } from '../services.ts';
import { YesButton } from '../transactions/YesButton.tsx';
import { coinOf, coinOfChain, shownNetwork } from './network.ts';
import { Blank } from './parts.tsx';
import { balancesOf, type TransferStepProps } from './sources.ts';
import { Payer, TransferRows, Wanted } from './TransferRows.tsx';
import { quoteFee, totalOf } from './transferFee.ts';
import { type FundingMoney, useMoney } from './useMoney.ts';
import { useRequest } from './useRequest.ts';

interface BridgeStepProps extends TransferStepProps<FundingRequest> {
  /** Balance of the funded wallet; null until loaded. */
  readonly balance: bigint | null;
  /** New quote that replaces a confirmed one. */
  readonly changed?: Quote;
}

/** Shows a transfer from another network before it is confirmed: source network and cost (FUND-10, FUND-11). */
export function BridgeStep({
  request,
  wallet,
  sources,
  balance,
  changed,
  onConfirmed,
  onOther,
}: BridgeStepProps) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const funding = useTexts('funding', fundingTexts);
  const money = useMoney();
  const { client } = useServices();
  const { chains } = useSettings();
  const coin = coinOf(request);
  const to = shownNetwork(request.network);
  const balances = balancesOf(sources, wallet);
  // A wallet that cannot pay, such as the funded one itself, has no offers.
  const isKnown = sources.value !== null || sources.error !== null;
  const offers = balances ? offersOf(chains, balances, to.id) : isKnown ? [] : null;
  const [chosen, setChosen] = useState(changed?.from.id ?? null);
  const from = offers?.find(({ chain }) => chain.id === chosen) ?? offers?.[0] ?? null;
  const shown = from?.chain ?? changed?.from ?? null;
  const fromChainId = from?.chain.id ?? null;
  // A given quote is kept until the user chooses another network.
  const [isAsking, setAsking] = useState(changed === undefined);
  const load = useCallback(
    (signal: AbortSignal) => takeQuote(client, { request, wallet, fromChainId: fromChainId ?? 0, signal }),
    [client, request, wallet, fromChainId],
  );
  const asked = useRequest(isAsking && fromChainId !== null ? load : null);
  const quote = isAsking ? asked.value : (changed ?? null);
  const { error } = asked;
  const isShort = isCode(error, 'insufficient_balance');
  const again = () => {
    setAsking(true);
    asked.again();
  };
  return (
    <>
      <PageHeading paragraphs={<Wanted request={request} />} title={texts.networkTitle} />
      <Payer
        holds={from ? holdingOf(from, money) : isKnown ? '–' : null}
        isShort={isShort}
        onOther={onOther}
        wallet={wallet}
      />
      <div className="list">
        {offers?.length === 0 ? (
          <p className="fund-notice">{texts.nothing}</p>
        ) : (
          <label className="fund-picker">
            <span className="fund-end">{texts.from}</span>
            {shown ? <NetworkMark chainId={shown.id} /> : null}
            <span className="strong">
              <bdi>{shown?.name ?? <Blank />}</bdi>
            </span>
            <Icon name="unfold" />
            <select
              aria-label={texts.fromNetwork}
              disabled={!offers}
              onChange={({ currentTarget }) => {
                setChosen(Number(currentTarget.value));
                setAsking(true);
              }}
              value={from?.chain.id ?? ''}
            >
              {offers?.map((offer) => (
                <option key={offer.chain.id} value={offer.chain.id}>
                  {`${offer.chain.name} · ${holdingOf(offer, money)}`}
                </option>
              ))}
            </select>
          </label>
        )}
        <div className="fund-picker" data-still="">
          <span className="fund-end">{texts.to}</span>
          <NetworkMark chainId={to.id} />
          <span className="strong">
            <bdi>{to.name}</bdi>
          </span>
          <span className="fund-holds">{balance === null ? <Blank /> : money.crypto(balance, coin)}</span>
        </div>
      </div>
      {error || offers?.length === 0 ? null : (
        <TransferRows
          fee={quote && quoteFee(quote, money)}
          network={request.network}
          recipient={request.address}
          total={quote && totalOf({ way: 'bridge', quote, wallet }, money)}
        />
      )}
      <PageActions>
        {isShort || offers?.length === 0 ? null : (
          <Notice
            error={error}
            hasOthers={(offers?.length ?? 0) > 1}
            isChanged={!isAsking}
            isDear={quote?.isDear ?? false}
          />
        )}
        <Buttons>
          {error ? (
            <Button onClick={again}>{funding.again}</Button>
          ) : (
            <YesButton
              again={texts.confirmTwice({ wallet: wallet.meta.name })}
              busy={false}
              disabled={!quote}
              isDangerous={quote?.isDear ?? false}
              key={quote?.id}
              label={texts.confirm({ wallet: wallet.meta.name })}
              onPress={() => quote && onConfirmed({ way: 'bridge', quote, wallet })}
            />
          )}
        </Buttons>
      </PageActions>
    </>
  );

  function offersOf(all: readonly Chain[], held: ReadonlyMap<number, bigint | null>, toId: number): Offer[] {
    const wanted = parseAmount(request.amount, coin.decimals) ?? 0n;
    const list = all
      .filter(({ id }) => id !== toId && held.has(id))
      .map((chain) => ({
        chain,
        held: held.get(id(chain)) ?? null,
        coin: request.asset === 'native-currency' ? coinOfChain(chain) : coin,
      }));
    const isEnough = (offer: Offer) => offer.held !== null && offer.held > wanted;
    return [...list.filter(isEnough), ...list.filter((offer) => !isEnough(offer))];
  }
}

const id = (chain: Chain) => chain.id;

interface Offer {
  readonly chain: Chain;
  readonly held: bigint | null;
  readonly coin: ReturnType<typeof coinOf>;
}

const holdingOf = ({ held, coin }: Offer, money: FundingMoney) =>
  held === null ? '–' : money.crypto(held, coin);

interface NoticeProps {
  readonly error: ServiceError | null;
  readonly isChanged: boolean;
  readonly isDear: boolean;
  /** True if the transfer could come from another network. */
  readonly hasOthers: boolean;
}

/**
 * Shows warnings about a quote, or the reason why there is none (BRDG-05); otherwise how much the quote may change
 * and when the transfer arrives.
 */
function Notice({ error, isChanged, isDear, hasOthers }: NoticeProps) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const warnings = error
    ? wordsOf(error)
    : [
        ...(isChanged ? [texts.changed] : []),
        ...(isDear ? [texts.dear] : []),
        ...(isDear && hasOthers && !isChanged ? [texts.cheaper] : []),
      ];
  const isWarning = warnings.length > 0;
  return (
    <p className="fund-notice" data-warns={isWarning ? '' : undefined} role={isWarning ? 'alert' : undefined}>
      {(isWarning ? warnings : [texts.change, texts.time]).map((words) => (
        <bdi key={words}>{words}</bdi>
      ))}
    </p>
  );

  function wordsOf({ code, message }: ServiceError): readonly string[] {
    if (code === 'quote_refused') return [texts.refused];
    if (code === 'quote_failed') return [message, texts.noQuote];
    return [texts.unready];
  }
}
