// Recipes from ethers' documentation, with our wallet's provider.

import { getPageProvider } from '@latchkey/core';
import { toEthersSigner } from '@latchkey/core/ethers';
import {
  BrowserProvider,
  Contract,
  ContractFactory,
  JsonRpcProvider,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'ethers';
import { agree, client, message, render, rpcUrl, to, token, typedData } from './page.jsx';

render(null);

async function runRecipes() {
  const wallet = await getPageProvider(client);
  const provider = new BrowserProvider(wallet, undefined, { pollingInterval: 50 });
  const signer = await provider.getSigner();
  agree();
  const reader = new JsonRpcProvider(rpcUrl, undefined, { pollingInterval: 50 });
  const address = await signer.getAddress();
  const own = toEthersSigner({
    wallet: { address, getEthereumProvider: async () => wallet },
    provider: reader,
  });
  return { address, browser: await actBy(signer), own: await actBy(own) };
}

async function actBy(signer) {
  const { domain, types } = typedData;
  const signature = await signer.signMessage(message);
  const typed = await signer.signTypedData(domain, types, typedData.message);
  const sent = await (await signer.sendTransaction({ to, value: parseEther('0.01') })).wait();

  const factory = new ContractFactory(token.abi, token.bytecode, signer);
  const deployed = await factory.deploy('Dollar', 'USDX', 6);
  await deployed.waitForDeployment();
  const contract = new Contract(await deployed.getAddress(), token.abi, signer);
  const address = await signer.getAddress();
  const written = await (await contract.mint(address, 5n)).wait();
  return {
    message: verifyMessage(message, signature) === address,
    typedData: verifyTypedData(domain, types, typedData.message, typed) === address,
    receipts: [sent.status, written.status],
    balance: String(await contract.balanceOf(address)),
  };
}

window.recipes = { run: runRecipes };
