// Shared by the pages of dapp libraries: our client with the test's chain, and a user who approves everything.

import { createClient, LatchkeyProvider } from '@latchkey/react';
import { createRoot } from 'react-dom/client';
import { defineChain } from 'viem';

export const { appId, apiUrl, rpcUrl, chainId, token } = JSON.parse(
  document.getElementById('config').textContent,
);

const chainOf = (id, name) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });

export const chain = chainOf(chainId, 'Devnet');
/** A chain that wallets can switch to. It has no node of its own. */
export const other = chainOf(chainId + 1, 'Other');

export const client = createClient({ appId, apiUrl, config: { chains: [chain, other] } });

export function render(children) {
  createRoot(document.getElementById('root')).render(
    <LatchkeyProvider client={client}>{children}</LatchkeyProvider>,
  );
}

/** Presses the buttons that approve in the modal, and closes the modal when it is done. */
export function agree() {
  setInterval(() => {
    const modal = document.querySelector('latchkey-modal')?.shadowRoot;
    const buttons = [...(modal?.querySelectorAll('button') ?? [])];
    const press = (name) => {
      const button = buttons.find((one) => [one.textContent, one.ariaLabel].includes(name));
      if (button && !button.disabled) button.click();
    };
    if (modal?.textContent.includes('All Done')) press('Close');
    for (const name of ['Approve', 'Yes, approve', 'Sign']) press(name);
  }, 50);
}

export const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const message = 'Meet at the harbour';
export const typedData = {
  domain: { name: 'Harbour', version: '1', chainId },
  types: {
    Berth: [
      { name: 'place', type: 'string' },
      { name: 'nights', type: 'uint256' },
    ],
  },
  primaryType: 'Berth',
  message: { place: 'A7', nights: 2n },
};
