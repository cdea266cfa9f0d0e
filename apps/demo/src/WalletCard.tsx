import { type ConnectedWallet, useSignMessage, useSignTypedData } from '@latchkey/react';
import { useState } from 'react';
import { greeting, signerOfMessage, signerOfTypedData, typedGreeting } from './signatures.ts';

/** Shows the wallet and lets it sign. Whose signature came back is worked out here, trusting nobody. */
export function WalletCard({ wallet }: { wallet: ConnectedWallet }) {
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
    <section aria-label="Wallet">
      <code>{wallet.address}</code>
      <p>
        <button type="button" onClick={() => show(signMessage({ message: greeting }), signerOfMessage)}>
          Sign a message
        </button>
        <button
          type="button"
          onClick={() => show(signTypedData({ typedData: typedGreeting }), signerOfTypedData)}
        >
          Sign typed data
        </button>
      </p>
      {outcome && (
        <output>
          <strong>{outcome.verdict}</strong>
          <code>{outcome.text}</code>
        </output>
      )}
    </section>
  );
}
