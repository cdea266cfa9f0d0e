import { type ConnectedSolanaWallet, useSolanaWallets } from '@latchkey/react';
import { useSignAndSendTransaction } from '@latchkey/react/solana';
import { useCallback, useEffect, useState } from 'react';
import { Card } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { requestFromFaucet } from './devnet.ts';
import { Outcome, useOutcome } from './Outcome.tsx';
import { greeting, isSolanaSignature } from './signatures.ts';
import { createTip, readSol } from './solana.ts';

export function SolanaCard() {
  const { wallets, createWallet } = useSolanaWallets();
  const { result, attempt } = useOutcome();
  const [wallet] = wallets;
  if (wallet) return <SolanaWallet wallet={wallet} />;
  const create = () =>
    attempt('No wallet was created', async () => {
      await createWallet();
    });
  return (
    <Card title="Solana" hooks="useSolanaWallets">
      <p>One recovery phrase, two chains. Create it when you need it.</p>
      <p className="actions">
        <button type="button" className="second" onClick={create}>
          Create a Solana wallet
        </button>
      </p>
      <Outcome result={result} />
    </Card>
  );
}

function SolanaWallet({ wallet }: { wallet: ConnectedSolanaWallet }) {
  const { signAndSendTransaction } = useSignAndSendTransaction();
  const { result, setResult, attempt } = useOutcome();
  const [balance, setBalance] = useState<string | null>(null);
  const refresh = useCallback(
    () => readSol(wallet.address).then(setBalance, () => setBalance(null)),
    [wallet.address],
  );
  useEffect(() => void refresh(), [refresh]);

  const sign = async () => {
    const signature = await wallet.signMessage({ message: greeting });
    const isOurs = isSolanaSignature(signature, wallet.address);
    setResult({ signature, verdict: isOurs ? '✓ Signed by this wallet' : '✗ Signed by another key' });
  };
  const fund = async () => {
    await requestFromFaucet(wallet.address);
    await refresh();
    setResult({ verdict: '✓ 10 SOL arrived' });
  };
  const send = async () => {
    const transaction = await createTip(wallet.address);
    await signAndSendTransaction({ transaction, wallet, chain: 'solana:localnet' });
    await refresh();
    setResult({ verdict: '✓ Sent 0.1 SOL, and confirmed' });
  };

  return (
    <Card title="Solana" hooks="useSolanaWallets · useSignAndSendTransaction">
      <ul className="balances">
        <li>
          <strong>{balance ?? '—'}</strong> SOL
        </li>
      </ul>
      <CopyAddress address={wallet.address} />
      <p className="actions">
        <button type="button" className="second" onClick={() => attempt('Nothing arrived', fund)}>
          Get 10 test SOL
        </button>
        <button type="button" className="second" onClick={() => attempt('Not sent', send)}>
          Send 0.1 SOL
        </button>
        <button type="button" className="second" onClick={() => attempt('Not signed', sign)}>
          Sign a message on Solana
        </button>
      </p>
      <Outcome result={result} />
    </Card>
  );
}
