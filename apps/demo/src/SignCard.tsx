import { type ConnectedWallet, useSignMessage, useSignTypedData } from '@latchkey/react';
import { Card } from './Card.tsx';
import { Outcome, useOutcome } from './Outcome.tsx';
import { greeting, signerOfMessage, signerOfTypedData, typedGreeting } from './signatures.ts';

/** Signs with the wallet, and recovers the signer's address from the signature. */
export function SignCard({ wallet }: { wallet: ConnectedWallet }) {
  const { signMessage } = useSignMessage();
  const { signTypedData } = useSignTypedData();
  const { result, setResult, attempt } = useOutcome();

  const show = (sign: () => Promise<string>, signerOf: (signature: string) => string) =>
    attempt('Not signed', async () => {
      const signature = await sign();
      const isOurs = signerOf(signature) === wallet.address;
      setResult({ signature, verdict: isOurs ? '✓ Signed by this wallet' : '✗ Signed by another key' });
    });

  return (
    <Card title="Sign" hooks="useSignMessage · useSignTypedData">
      <p>This page checks each signature against your address.</p>
      <p className="actions">
        <button
          type="button"
          className="second"
          onClick={() => show(() => signMessage({ message: greeting }), signerOfMessage)}
        >
          Sign a message
        </button>
        <button
          type="button"
          className="second"
          onClick={() => show(() => signTypedData({ typedData: typedGreeting }), signerOfTypedData)}
        >
          Sign typed data
        </button>
      </p>
      <Outcome result={result} />
    </Card>
  );
}
