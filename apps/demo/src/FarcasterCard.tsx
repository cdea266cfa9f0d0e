import { type User, useFarcasterSigner } from '@latchkey/react';
import { Hex } from 'ox';
import { Card } from './Card.tsx';
import { castOf } from './cast.ts';
import { Outcome, useOutcome } from './Outcome.tsx';
import { greeting } from './signatures.ts';

/** Signs a Farcaster message for a user with a Farcaster account, and does not send it. */
export function FarcasterCard({ user }: { user: User }) {
  const { requestFarcasterSigner, signFarcasterMessage } = useFarcasterSigner();
  const { result, setResult, attempt } = useOutcome();
  const { fid, signerPublicKey } = user.farcaster ?? {};
  if (fid === undefined) return null;

  const cast = () =>
    attempt('Not signed', async () => {
      const signed = await signFarcasterMessage(castOf(fid, greeting));
      setResult({ signature: Hex.fromBytes(signed), verdict: '✓ Signed, and sent nowhere' });
    });

  return (
    <Card title="Farcaster" hooks="useFarcasterSigner">
      <p>Account {fid}. A signer is a key of your wallet by which this page may write for you.</p>
      <p className="actions">
        {signerPublicKey ? (
          <button type="button" className="second" onClick={cast}>
            Sign a cast
          </button>
        ) : (
          <button
            type="button"
            className="second"
            onClick={() => attempt('No signer was added', () => requestFarcasterSigner())}
          >
            Add a signer
          </button>
        )}
      </p>
      <Outcome result={result} />
    </Card>
  );
}
