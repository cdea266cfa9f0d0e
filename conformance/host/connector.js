import { toPrivyWalletProvider } from '@privy-io/cross-app-connect';
import { toPrivyWalletConnector } from '@privy-io/cross-app-connect/rainbow-kit';
import { connect, createConfig, disconnect, getAccount, reconnect, signMessage } from '@wagmi/core';
import { http } from 'viem';

/**
 * A third-party page that uses the published connector, through its EIP-1193 provider and through wagmi. Its only
 * change is `apiUrl`, which the connector accepts although its types lack it.
 */
const { apiUrl, providerAppId, chainId, rpcUrl } = JSON.parse(document.getElementById('config').textContent);

const chain = {
  id: chainId,
  name: 'Rig',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
};
const provider = toPrivyWalletProvider({
  providerAppId,
  apiUrl,
  chains: [chain],
  transports: { [chainId]: http() },
});
let accounts;
provider.on('accountsChanged', (changed) => {
  accounts = changed;
});

const wagmi = createConfig({
  chains: [chain],
  transports: { [chainId]: http() },
  connectors: [toPrivyWalletConnector({ id: providerAppId, name: 'Tidewater', iconUrl: '', apiUrl })],
});

const typedData = {
  domain: { name: 'Latchkey', version: '1', chainId },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Greeting: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Greeting',
  message: { text: 'Hello from the published client' },
};
const first = async () => (await provider.request({ method: 'eth_accounts' }))[0];
const ask = (method, ...params) => provider.request({ method, params });

const acts = {
  Connect: async () => {
    await ask('eth_requestAccounts');
    return first();
  },
  'Sign message': async () => ask('personal_sign', 'Hello from the published client', await first()),
  'Sign typed data': async () => ask('eth_signTypedData_v4', await first(), JSON.stringify(typedData)),
  Send: async () =>
    ask('eth_sendTransaction', { from: await first(), to: `0x${'00'.repeat(19)}aa`, value: '0x1' }),
  Accounts: async () => JSON.stringify({ now: await ask('eth_accounts'), changed: accounts ?? null }),
  'Connect by wagmi': async () => (await connect(wagmi, { connector: wagmi.connectors[0] })).accounts[0],
  'Sign by wagmi': async () => signMessage(wagmi, { message: 'Hello from wagmi' }),
  'Reconnect by wagmi': async () => {
    await reconnect(wagmi);
    return getAccount(wagmi).address ?? 'none';
  },
  'Disconnect by wagmi': async () => {
    await disconnect(wagmi);
    return getAccount(wagmi).status;
  },
};

const output = document.createElement('output');
for (const [name, act] of Object.entries(acts)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = async () => {
    output.textContent = '';
    try {
      output.textContent = String(await act());
    } catch (error) {
      output.textContent = `error ${error.code ?? ''}: ${error.shortMessage ?? error.message}`;
    }
  };
  document.body.append(button);
}
document.body.append(output);
