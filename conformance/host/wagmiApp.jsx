// Recipes from wagmi's documentation with its hooks, which have the same names in both majors, and with our
// connector.

import { getAccessToken } from '@latchkey/core';
import { latchkey } from '@latchkey/wagmi';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { parseEther, verifyMessage, verifyTypedData } from 'viem';
import {
  createConfig,
  http,
  useAccount,
  useCallsStatus,
  useCapabilities,
  useConnect,
  useConnections,
  useDisconnect,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  useWaitForTransactionReceipt,
  useWriteContract,
  WagmiProvider,
} from 'wagmi';
import { agree, chain, client, message, other, render, to, token, typedData } from './page.jsx';

const config = createConfig({
  chains: [chain, other],
  transports: { [chain.id]: http(), [other.id]: http() },
  connectors: [latchkey({ client, name: 'Harbour' })],
  pollingInterval: 50,
});

/** Results of the hooks at the last render. */
let app;

function App() {
  const [hash, setHash] = useState();
  const [calls, setCalls] = useState();
  const { address, chainId, status, connector } = useAccount();
  const query = { enabled: calls !== undefined, refetchInterval: 100 };
  app = {
    address,
    chainId,
    status,
    setHash,
    setCalls,
    ...useConnect(),
    ...useDisconnect(),
    ...useSignMessage(),
    ...useSignTypedData(),
    ...useSendTransaction(),
    ...useWriteContract(),
    ...useSwitchChain(),
    ...useSendCalls(),
    connectors: useConnect().connectors,
    connections: useConnections().length,
    receipt: useWaitForTransactionReceipt({ hash }).data,
    callsStatus: useCallsStatus({ id: calls ?? '', query }).data,
    capabilities: useCapabilities().data,
  };
  return (
    <output>
      {status} {connector?.name} {address}
    </output>
  );
}

render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
);

/** Waits for a value that a later render brings by itself. */
async function until(find) {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function wait(hash) {
  app.setHash(hash);
  return (await until(() => app.receipt?.transactionHash === hash && app.receipt)).status;
}

async function connect() {
  const connector = app.connectors.find(({ id }) => id === 'latchkey');
  const { accounts, chainId } = await app.connectAsync({ connector });
  return { accounts, chainId };
}

async function runRecipes() {
  agree();
  const { address } = app;
  const signature = await app.signMessageAsync({ message });
  const typed = await app.signTypedDataAsync(typedData);
  const sent = await wait(await app.sendTransactionAsync({ to, value: parseEther('0.01') }));
  const { abi, address: contract } = token;
  const mint = { abi, address: contract, functionName: 'mint', args: [address, 5n] };
  const written = await wait(await app.writeContractAsync(mint));
  await app.switchChainAsync({ chainId: other.id });
  const switched = await until(() => app.chainId === other.id && app.chainId);
  await app.switchChainAsync({ chainId: chain.id });
  await until(() => app.chainId === chain.id);
  const { id } = await app.sendCallsAsync({
    calls: [
      { to, value: 1n },
      { to, value: 2n },
    ],
  });
  app.setCalls(id);
  const calls = await until(() => app.callsStatus?.status === 'success' && app.callsStatus);
  const capabilities = await until(() => app.capabilities);
  return {
    message: await verifyMessage({ address, message, signature }),
    typedData: await verifyTypedData({ address, ...typedData, signature: typed }),
    receipts: [sent, written],
    switched,
    calls: calls.receipts.length,
    capabilities: capabilities[chain.id],
  };
}

window.recipes = {
  connect,
  run: runRecipes,
  async disconnect() {
    await app.disconnectAsync();
    return (await getAccessToken(client)) !== null;
  },
};
