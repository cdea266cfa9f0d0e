import { type FundingRequest, prepareTransfer } from '@latchkey/core';
import { isCode } from '@latchkey/wire';
import { useCallback } from 'react';
import { fundingTexts } from '../../texts/generated/en/funding.ts';
import { fundingWalletTexts } from '../../texts/generated/en/fundingWallet.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import { Buttons, PageActions, PageHeading } from '../Page.tsx';
import { useServices } from '../services.ts';
import { coinOf, shownNetwork } from './network.ts';
import { balancesOf, type TransferStepProps } from './sources.ts';
import { Payer, TransferRows, Wanted } from './TransferRows.tsx';
import { transferFee } from './transferFee.ts';
import { useMoney } from './useMoney.ts';
import { useRequest } from './useRequest.ts';

export function TransferStep({
  request,
  wallet,
  sources,
  onConfirmed,
  onOther,
}: TransferStepProps<FundingRequest>) {
  const texts = useTexts('fundingWallet', fundingWalletTexts);
  const funding = useTexts('funding', fundingTexts);
  const money = useMoney();
  const { client } = useServices();
  const load = useCallback(() => prepareTransfer(client, request, wallet), [client, request, wallet]);
  const { value: transfer, error, again } = useRequest(load);
  const coin = transfer?.coin ?? coinOf(request);
  const held = balancesOf(sources, wallet)?.get(shownNetwork(request.network).id);
  const isShort = isCode(error, 'insufficient_balance');
  const { name } = wallet.meta;
  return (
    <>
      <PageHeading paragraphs={<Wanted request={request} />} title={texts.title} />
      <Payer
        holds={
          held === null || (held === undefined && sources.value)
            ? '–'
            : held === undefined
              ? null
              : money.crypto(held, coin)
        }
        isShort={isShort}
        onOther={onOther}
        wallet={wallet}
      />
      {error ? null : (
        <TransferRows
          fee={transfer && transferFee(transfer, money)}
          network={request.network}
          recipient={request.address}
          total={transfer && money.crypto(transfer.total, coin)}
        />
      )}
      {error && !isShort ? (
        <p className="notice" role="alert">
          <Icon name="info" />
          {texts.unready}
        </p>
      ) : null}
      <PageActions>
        {error ? null : <p className="fund-notice">{texts.time}</p>}
        <Buttons>
          {error ? (
            <Button onClick={again}>{funding.again}</Button>
          ) : (
            <Button disabled={!transfer} onClick={() => transfer && onConfirmed({ way: 'wallet', transfer })}>
              {texts.confirm({ wallet: name })}
            </Button>
          )}
        </Buttons>
      </PageActions>
    </>
  );
}
