// Recipes from viem's documentation, with our wallet's provider.

import { getPageProvider } from '@latchkey/core';
import { toViemAccount } from '@latchkey/core/viem';
import {
  createPublicClient,
  createWalletClient,
  custom,
  http,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { agree, chain, client, message, other, render, to, token, typedData } from './page.jsx';

render(null);

const reader = createPublicClient({ chain, transport: http(), pollingInterval: 50 });
const wait = (hash) => reader.waitForTransactionReceipt({ hash });

async function openWallet() {
  const provider = await getPageProvider(client);
  const transport = custom(provider);
  const [account] = await createWalletClient({ chain, transport }).requestAddresses();
  return { account, provider, wallet: createWalletClient({ account, chain, transport }) };
}

async function runRecipes() {
  const { account, provider, wallet } = await openWallet();
  agree();
  const signature = await wallet.signMessage({ message });
  const typed = await wallet.signTypedData(typedData);
  const sent = await wait(await wallet.sendTransaction({ to, value: parseEther('0.01') }));

  const deployed = await wait(await wallet.deployContract({ ...token, args: ['Dollar', 'USDX', 6] }));
  const contract = { address: deployed.contractAddress, abi: token.abi };
  const mint = { ...contract, account, functionName: 'mint', args: [account, 5n] };
  const { request } = await reader.simulateContract(mint);
  const written = await wait(await wallet.writeContract(request));
  const balance = await reader.readContract({ ...contract, functionName: 'balanceOf', args: [account] });

  const options = { address: contract.address, symbol: 'USDX', decimals: 6 };
  const watched = await wallet.watchAsset({ type: 'ERC20', options });
  await wallet.addChain({ chain: other });
  await wallet.switchChain({ id: other.id });
  const switched = await wallet.getChainId();
  await wallet.switchChain({ id: chain.id });

  const capabilities = await wallet.getCapabilities({ account, chainId: chain.id });
  const { id } = await wallet.sendCalls({
    calls: [
      { to: contract.address, abi: token.abi, functionName: 'mint', args: [account, 1n] },
      { to, value: 1n },
    ],
  });
  const { status } = await wallet.waitForCallsStatus({ id, pollingInterval: 100 });
  const { receipts } = await wallet.getCallsStatus({ id });
  const [permission] = await wallet.getPermissions();

  return {
    addresses: await wallet.getAddresses(),
    message: await verifyMessage({ address: account, message, signature }),
    typedData: await verifyTypedData({ address: account, ...typedData, signature: typed }),
    receipts: [sent, deployed, written].map(({ status }) => status),
    balance: String(balance),
    watched,
    switched,
    capabilities,
    calls: [status, receipts.length],
    permission: permission.parentCapability,
    ...(await actAs({ account, provider })),
  };
}

/** Uses the wallet as an account: it signs, and the client sends through its own node. */
async function actAs({ account: address, provider }) {
  const account = await toViemAccount({ wallet: { address, getEthereumProvider: async () => provider } });
  const wallet = createWalletClient({ account, chain, transport: http() });
  const signature = await account.signMessage({ message: { raw: '0x4869' } });
  const typed = await account.signTypedData(typedData);
  const { status } = await wait(await wallet.sendTransaction({ to, value: 1n }));
  const refused = [
    () => account.sign({ hash: `0x${'11'.repeat(32)}` }),
    () => account.signAuthorization({ address: to, chainId: chain.id, nonce: 0 }),
    () => account.signTransaction({ type: 'eip7702', chainId: chain.id, authorizationList: [] }),
  ];
  return {
    account: [
      await verifyMessage({ address, message: { raw: '0x4869' }, signature }),
      await verifyTypedData({ address, ...typedData, signature: typed }),
      status,
    ],
    refused: await Promise.all(refused.map((act) => act().catch(({ code }) => code))),
  };
}

window.recipes = { run: runRecipes };
