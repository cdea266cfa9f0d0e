import { useSolanaWallets } from '@latchkey/react';
import { useState } from 'react';
import { Card } from './Card.tsx';
import { greeting, isSolanaSignature } from './signatures.ts';

/** The second chain: a wallet from the same recovery phrase, created when the person wants it. */
export function SolanaCard() {
  const { wallets, createWallet } = useSolanaWallets();
  const [verdict, setVerdict] = useState<string>();
  const [wallet] = wallets;

  async function sign() {
    try {
      const signature = (await wallet?.signMessage({ message: greeting })) ?? '';
      const isOurs = isSolanaSignature(signature, wallet?.address ?? '');
      setVerdict(isOurs ? '✓ Signed by this wallet' : '✗ Signed by another key');
    } catch {
      setVerdict('Not signed');
    }
  }

  return (
    <Card title="Solana" hooks="useSolanaWallets">
      {wallet ? (
        <code className="address">{wallet.address}</code>
      ) : (
        <p>One recovery phrase, two chains. Create it when you need it.</p>
      )}
      <p className="actions">
        <button
          type="button"
          className="second"
          onClick={wallet ? sign : () => createWallet().catch((error) => setVerdict(String(error)))}
        >
          {wallet ? 'Sign a message on Solana' : 'Create a Solana wallet'}
        </button>
      </p>
      {verdict && (
        <output>
          <strong>{verdict}</strong>
        </output>
      )}
    </Card>
  );
}
