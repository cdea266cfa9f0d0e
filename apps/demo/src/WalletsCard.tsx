import { type ConnectedWallet, useActiveWallet, useConnectWallet, useWallets } from '@latchkey/react';
import { Card } from './Card.tsx';
import { Outcome, useOutcome } from './Outcome.tsx';
import { shorten } from './shorten.ts';
import { greeting, hexOfGreeting, signerOfMessage } from './signatures.ts';

export function WalletsCard() {
  const { wallets } = useWallets();
  const { wallet: active, setActiveWallet } = useActiveWallet();
  const { result, setResult, attempt } = useOutcome();
  const { connectWallet } = useConnectWallet({
    onSuccess: ({ wallet }) => setResult({ verdict: `✓ ${wallet.meta.name} is connected` }),
    onError: (error) =>
      attempt('Not connected', async () => {
        throw error;
      }),
  });

  const sign = (wallet: ConnectedWallet) =>
    attempt('Not signed', async () => {
      const provider = await wallet.getEthereumProvider();
      const params = [hexOfGreeting, wallet.address];
      const signature = String(await provider.request({ method: 'personal_sign', params }));
      const isOurs = signerOfMessage(signature) === wallet.address;
      setResult({ signature, verdict: isOurs ? '✓ Signed by this wallet' : '✗ Signed by another key' });
    });
  const link = (wallet: ConnectedWallet) =>
    attempt('Not added', async () => {
      await wallet.loginOrLink();
      setResult({ verdict: `✓ ${wallet.meta.name} is a way to log in now` });
    });

  return (
    <Card title="Wallets" hooks="useWallets · useActiveWallet · useConnectWallet">
      <p>Bring a wallet of your own. The one in use signs “{greeting}”.</p>
      <ul className="wallets">
        {wallets.map((wallet) => (
          <li key={wallet.address}>
            <label>
              <input
                checked={wallet.address === active?.address}
                name="active"
                onChange={() => setActiveWallet(wallet)}
                type="radio"
              />
              <span>
                {wallet.walletClientType === 'privy' ? 'Embedded wallet' : wallet.meta.name}{' '}
                <code>{shorten(wallet.address)}</code>
              </span>
            </label>
            {wallet.isLinked ? null : (
              <button className="second" onClick={() => link(wallet)} type="button">
                Add to account
              </button>
            )}
            {wallet.walletClientType === 'privy' ? null : (
              <button className="second" onClick={() => wallet.disconnect()} type="button">
                Disconnect
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <button className="second" onClick={connectWallet} type="button">
          Connect a wallet
        </button>
        {active?.chainType === 'ethereum' ? (
          <button className="second" onClick={() => sign(active)} type="button">
            Sign with the wallet in use
          </button>
        ) : null}
      </p>
      <Outcome result={result} />
    </Card>
  );
}
