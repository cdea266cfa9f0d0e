import { useCreateWallet } from '@latchkey/react';
import { Card } from './Card.tsx';
import { Outcome, useOutcome } from './Outcome.tsx';

export function NoWalletCard() {
  const { createWallet } = useCreateWallet();
  const { result, attempt } = useOutcome();
  const create = () =>
    attempt('No wallet was created', async () => {
      await createWallet();
    });
  return (
    <Card title="Embedded wallet" hooks="useCreateWallet">
      <p>A wallet that lives in your account, on every device you log in on. Create it when you need it.</p>
      <p className="actions">
        <button type="button" className="second" onClick={create}>
          Create a wallet
        </button>
      </p>
      <Outcome result={result} />
    </Card>
  );
}
