import { type ConnectedWallet, useSignMessage, useSignTypedData } from '@latchkey/react';
import { useState } from 'react';
import { Card } from './Card.tsx';
import { askFaucet } from './devnet.ts';
import { SendCard } from './SendCard.tsx';
import { greeting, signerOfMessage, signerOfTypedData, typedGreeting } from './signatures.ts';
import { useBalance } from './useBalance.ts';

/** Shows the wallet and lets it sign and send. The signer is recovered from each signature here, without trust in the service. */
export function WalletCard({ wallet }: { wallet: ConnectedWallet }) {
  const { balance, refresh } = useBalance(wallet);
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const [outcome, setOutcome] = useState<{ text: string; verdict: string }>();

  async function show(signing: Promise<string>, signerOf: (signature: string) => string) {
    try {
      const signature = await signing;
      const isOurs = signerOf(signature) === wallet.address;
      setOutcome({
        text: signature,
        verdict: isOurs ? '✓ Signed by this wallet' : '✗ Signed by another key',
      });
    } catch (error) {
      setOutcome({ text: String(error), verdict: 'Not signed' });
    }
  }

  return (
    <>
      <Card title="Wallet" hooks="useWallets · useSignMessage">
        <p className="balance">
          <strong>{balance ?? '—'}</strong> ETH
        </p>
        <code className="address">{wallet.address}</code>
        <p className="actions">
          <button type="button" onClick={() => show(signMessage({ message: greeting }), signerOfMessage)}>
            Sign a message
          </button>
          <button
            type="button"
            className="second"
            onClick={() => show(signTypedData({ typedData: typedGreeting }), signerOfTypedData)}
          >
            Sign typed data
          </button>
          <button
            type="button"
            className="second"
            onClick={() => askFaucet(wallet.address).then(refresh, refresh)}
          >
            Get 10 test ETH
          </button>
        </p>
        {outcome && (
          <output>
            <strong>{outcome.verdict}</strong>
            <code>{outcome.text}</code>
          </output>
        )}
      </Card>
      <SendCard onSent={refresh} wallet={wallet} />
    </>
  );
}
