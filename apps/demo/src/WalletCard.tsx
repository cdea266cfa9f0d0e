import type { ConnectedWallet } from '@latchkey/react';
import { Card } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { symbols } from './coins.ts';
import { askFaucet } from './devnet.ts';
import { Outcome, useOutcome } from './Outcome.tsx';
import { SendCard } from './SendCard.tsx';
import { useBalances } from './useBalances.ts';

/** Shows the wallet and what it has, and sends from it. */
export function WalletCard({ wallet }: { wallet: ConnectedWallet }) {
  const { balances, refresh } = useBalances(wallet);
  const { result, setResult, attempt } = useOutcome();
  const isEmpty = balances?.ETH === '0';
  const fund = () =>
    attempt('Nothing arrived', async () => {
      await askFaucet(wallet.address);
      refresh();
      setResult({ verdict: '✓ 10 ETH and 100 PLAY arrived' });
    });

  return (
    <>
      <Card title="Wallet" hooks="useWallets">
        <ul className="balances">
          {symbols.map((symbol) => (
            <li key={symbol}>
              <strong>{balances?.[symbol] ?? '—'}</strong> {symbol}
            </li>
          ))}
        </ul>
        <CopyAddress address={wallet.address} />
        <p className="actions">
          <button type="button" className={isEmpty ? undefined : 'second'} onClick={fund}>
            Get test coins
          </button>
        </p>
        <Outcome result={result} />
      </Card>
      <SendCard balances={balances} onSent={refresh} wallet={wallet} />
    </>
  );
}
