import { useSolanaWallets } from '@latchkey/react';
import { useSignAndSendTransaction } from '@latchkey/react/solana';
import { useState } from 'react';
import { Card } from './Card.tsx';
import { askFaucet } from './devnet.ts';
import { greeting, isSolanaSignature } from './signatures.ts';
import { createTip } from './solana.ts';

/** The second chain: a wallet from the same recovery phrase, created when the person wants it. */
export function SolanaCard() {
  const { wallets, createWallet } = useSolanaWallets();
  const { signAndSendTransaction } = useSignAndSendTransaction();
  const [verdict, setVerdict] = useState<string>();
  const [wallet] = wallets;

  async function tell(act: () => Promise<string>, otherwise: string) {
    try {
      setVerdict(await act());
    } catch {
      setVerdict(otherwise);
    }
  }

  if (!wallet) {
    return (
      <Card title="Solana" hooks="useSolanaWallets">
        <p>One recovery phrase, two chains. Create it when you need it.</p>
        <p className="actions">
          <button
            type="button"
            className="second"
            onClick={() => createWallet().catch((error) => setVerdict(String(error)))}
          >
            Create a Solana wallet
          </button>
        </p>
        {verdict && <output>{verdict}</output>}
      </Card>
    );
  }

  const sign = async () => {
    const signature = await wallet.signMessage({ message: greeting });
    return isSolanaSignature(signature, wallet.address)
      ? '✓ Signed by this wallet'
      : '✗ Signed by another key';
  };
  const send = async () => {
    const transaction = await createTip(wallet.address);
    await signAndSendTransaction({ transaction, wallet, chain: 'solana:localnet' });
    return '✓ Sent 0.1 SOL, and confirmed';
  };
  const fund = async () => {
    await askFaucet(wallet.address);
    return '✓ 10 test SOL arrived';
  };

  return (
    <Card title="Solana" hooks="useSolanaWallets · useSignAndSendTransaction">
      <code className="address">{wallet.address}</code>
      <p className="actions">
        <button type="button" className="second" onClick={() => tell(sign, 'Not signed')}>
          Sign a message on Solana
        </button>
        <button type="button" className="second" onClick={() => tell(fund, 'The faucet does not answer')}>
          Get 10 test SOL
        </button>
        <button type="button" className="second" onClick={() => tell(send, 'Not sent')}>
          Send 0.1 SOL
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
