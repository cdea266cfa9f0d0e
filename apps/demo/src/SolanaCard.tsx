import { useSolanaWallets } from '@latchkey/react';
import { useState } from 'react';
import { greeting, isSolanaSignature } from './signatures.ts';

/** The second chain: a wallet of the same key, made when somebody wants it. */
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
    <section aria-label="Solana">
      {wallet ? <code>{wallet.address}</code> : null}
      <p>
        <button type="button" onClick={wallet ? sign : () => createWallet().catch(() => undefined)}>
          {wallet ? 'Sign a message on Solana' : 'Make a Solana wallet'}
        </button>
      </p>
      {verdict && (
        <output>
          <strong>{verdict}</strong>
        </output>
      )}
    </section>
  );
}
