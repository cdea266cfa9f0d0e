import { coinbaseWallet } from '@latchkey/coinbase';
import { type HostConfig, LatchkeyProvider } from '@latchkey/react';
import { walletConnect } from '@latchkey/walletconnect';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { appId, walletApp } from './apps.ts';
import { devnet, relayUrl, secondDevnet, usdc } from './devnet.ts';
import { pageConfig } from './pageConfig.ts';
import type { Theme } from './ThemeSwitch.tsx';

const { apiUrl, solanaUrl } = pageConfig;

const config: HostConfig = {
  loginMethodsAndOrder: {
    primary: walletApp
      ? ['email', `privy:${walletApp.id}`, 'google', 'wallet']
      : ['email', 'google', 'apple', 'wallet'],
    overflow: [
      'apple',
      'farcaster',
      'telegram',
      'twitter',
      'discord',
      'github',
      'linkedin',
      'spotify',
      'instagram',
      'tiktok',
      'passkey',
    ],
  },
  externalWallets: { connectors: [walletConnect({ projectId: 'demo', relayUrl }), coinbaseWallet()] },
  chains: [devnet, secondDevnet],
  defaultChain: devnet,
  fundingMethodConfig: { usdcAddresses: { [devnet.id]: usdc, [secondDevnet.id]: usdc } },
  solana: { rpcUrls: { 'solana:localnet': solanaUrl } },
};

function Root() {
  const [theme, setTheme] = useState<Theme>('system');
  document.documentElement.dataset.theme = theme;
  return (
    <LatchkeyProvider appId={appId} apiUrl={apiUrl} config={{ ...config, appearance: { theme } }}>
      <App onThemeChange={setTheme} theme={theme} />
    </LatchkeyProvider>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
