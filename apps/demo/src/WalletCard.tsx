import { type ConnectedWallet, useFundingStatus, useFundWallet } from '@latchkey/react';
import { useEffect } from 'react';
import { Card } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { symbols } from './coins.ts';
import { requestFromFaucet } from './devnet.ts';
import { Outcome, useOutcome } from './Outcome.tsx';
import { SendCard } from './SendCard.tsx';
import { useBalances } from './useBalances.ts';

const verdicts = {
  completed: '✓ Funds arrived',
  pending: 'Funds are on their way',
  cancelled: 'Nothing was added',
} as const;

export function WalletCard({ wallet }: { wallet: ConnectedWallet }) {
  const { balances, refresh } = useBalances(wallet);
  const { result, setResult, attempt } = useOutcome();
  const { fundWallet } = useFundWallet();
  const { fundings } = useFundingStatus();
  const underWay = fundings.filter(({ status }) => status === 'pending' || status === 'waitingAuthorization');
  const arrived = fundings.filter(({ status }) => status === 'completed').length;
  // Reads the balances again when funds arrive, also after the modal was closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another arrival is the reason to read again
  useEffect(refresh, [arrived]);
  const isEmpty = balances?.ETH === '0';
  const addFunds = (asset?: 'USDC') =>
    attempt('No funds added', async () => {
      const { status } = await fundWallet(wallet.address, asset ? { asset, amount: '20' } : {});
      refresh();
      setResult({ verdict: verdicts[status] });
    });
  const fund = () =>
    attempt('Nothing arrived', async () => {
      await requestFromFaucet(wallet.address);
      refresh();
      setResult({ verdict: '✓ 10 ETH and 100 PLAY arrived' });
    });

  return (
    <>
      <Card title="Wallet" hooks="useWallets · useFundWallet · useFundingStatus">
        <ul className="balances">
          {symbols.map((symbol) => (
            <li key={symbol}>
              <strong>{balances?.[symbol] ?? '—'}</strong> {symbol}
            </li>
          ))}
        </ul>
        <CopyAddress address={wallet.address} />
        <p className="actions">
          <button type="button" className="second" onClick={() => addFunds()}>
            Add funds
          </button>
          <button type="button" className="second" onClick={() => addFunds('USDC')}>
            Add USDC
          </button>
          <button type="button" className={isEmpty ? undefined : 'second'} onClick={fund}>
            Get test coins
          </button>
        </p>
        {underWay.map(({ id, amount, symbol }) => (
          <p className="hint" key={id}>
            {amount} {symbol} on the way
          </p>
        ))}
        <Outcome result={result} />
      </Card>
      <SendCard balances={balances} onSent={refresh} wallet={wallet} />
    </>
  );
}
