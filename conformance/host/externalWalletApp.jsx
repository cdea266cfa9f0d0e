// Recipes from the documentation of viem, ethers and wagmi, with a wallet that the user brought.

import { connectExternalWallet, getWalletOptions, setActiveWallet } from '@latchkey/core';
import { latchkey } from '@latchkey/wagmi';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserProvider, verifyMessage as verifyByEthers } from 'ethers';
import { createPublicClient, createWalletClient, custom, http, parseEther, verifyMessage } from 'viem';
import { createConfig, useSendTransaction, useSignMessage, WagmiProvider, http as wagmiHttp } from 'wagmi';
import { getAccount } from 'wagmi/actions';
import { chain, client, message, render, to } from './page.jsx';

const config = createConfig({
  chains: [chain],
  transports: { [chain.id]: wagmiHttp() },
  connectors: [latchkey({ client, name: 'Harbour' })],
  pollingInterval: 50,
  // Otherwise wagmi connects the wallet itself, besides our connector.
  multiInjectedProviderDiscovery: false,
});

/** Results of the hooks at the last render. */
let app;
function App() {
  app = { ...useSignMessage(), ...useSendTransaction() };
  return null;
}

render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
);

const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 });
const statusOf = async (hash) => (await reader.waitForTransactionReceipt({ hash })).status;

async function runByViem(provider) {
  const transport = custom(provider);
  const [account] = await createWalletClient({ chain, transport }).requestAddresses();
  const wallet = createWalletClient({ account, chain, transport });
  const signature = await wallet.signMessage({ message });
  return [
    await verifyMessage({ address: account, message, signature }),
    await statusOf(await wallet.sendTransaction({ to, value: parseEther('0.01') })),
  ];
}

async function runByEthers(provider) {
  const signer = await new BrowserProvider(provider).getSigner();
  const signature = await signer.signMessage(message);
  return verifyByEthers(message, signature) === (await signer.getAddress());
}

async function runByWagmi() {
  // wagmi connects without a prompt, because the connector uses the active wallet.
  while (!getAccount(config).address) await new Promise((resolve) => requestAnimationFrame(resolve));
  const accounts = getAccount(config).addresses;
  const signature = await app.signMessageAsync({ message });
  return [
    accounts,
    await verifyMessage({ address: accounts[0], message, signature }),
    await statusOf(await app.sendTransactionAsync({ to, value: parseEther('0.01') })),
  ];
}

window.recipes = {
  async connect() {
    await client.start();
    const option = getWalletOptions(client).find(({ isDetected }) => isDetected);
    const { address } = await connectExternalWallet(client, { option });
    return { address };
  },
  async run() {
    const option = getWalletOptions(client).find(({ isDetected }) => isDetected);
    const wallet = await connectExternalWallet(client, { option });
    setActiveWallet(client, wallet);
    const provider = await wallet.getEthereumProvider();
    const viem = await runByViem(provider);
    const ethers = await runByEthers(provider);
    const wagmi = await runByWagmi();
    wallet.disconnect();
    // wagmi must report the end of the connection at once, so nothing is awaited in between.
    const { status } = getAccount(config);
    return { viem, ethers, wagmi, status };
  },
};
