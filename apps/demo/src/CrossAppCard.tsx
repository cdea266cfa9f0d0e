import { type LinkedAccount, type User, useCrossAppAccounts } from '@latchkey/react';
import { Card } from './Card.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { devnet } from './devnet.ts';
import { Outcome, useOutcome } from './Outcome.tsx';

type CrossAppAccount = Extract<LinkedAccount, { type: 'cross_app' }>;

interface CrossAppCardProps {
  user: User;
  /** App that holds the wallet. */
  app: { id: string; name: string };
}

/** Signs and sends with the user's wallet of another app. The user approves each request in a popup of that app. */
export function CrossAppCard({ user, app }: CrossAppCardProps) {
  const { linkCrossAppAccount, sendTransaction, signMessage } = useCrossAppAccounts();
  const { result, setResult, attempt } = useOutcome();
  const account = user.linkedAccounts.find(
    (one): one is CrossAppAccount => one.type === 'cross_app' && one.providerApp.id === app.id,
  );
  const address = account?.embeddedWallets[0]?.address;

  const connect = () =>
    attempt('Not connected', async () => {
      await linkCrossAppAccount({ appId: app.id });
    });
  const sign = (wallet: string) =>
    attempt('Not signed', async () => {
      const signature = await signMessage('Two lobsters, please.', { address: wallet });
      setResult({ verdict: '✓ Signed in the other app', signature });
    });
  const send = (wallet: string) =>
    attempt('Not sent', async () => {
      const transaction = { to: wallet, value: 10n ** 15n, chainId: devnet.id };
      const hash = await sendTransaction(transaction, { address: wallet });
      setResult({ verdict: '✓ Sent 0.001 ETH', hashes: [hash] });
    });

  return (
    <Card title={`${app.name} wallet`} hooks="useCrossAppAccounts">
      {address ? (
        <>
          <CopyAddress address={address} />
          <p className="actions">
            <button type="button" className="second" onClick={() => sign(address)}>
              Sign a message
            </button>
            <button type="button" className="second" onClick={() => send(address)}>
              Send 0.001 ETH to myself
            </button>
          </p>
        </>
      ) : (
        <>
          <p>
            {account
              ? `Your account at ${app.name} has no wallet yet. Create one there, and connect again.`
              : `Use the wallet that you have in ${app.name}. It stays there, and you approve each request.`}
          </p>
          <p className="actions">
            <button type="button" className="second" onClick={connect}>
              Use your {app.name} wallet
            </button>
          </p>
        </>
      )}
      <Outcome result={result} />
    </Card>
  );
}
