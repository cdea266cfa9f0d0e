import { type HostConfig, LatchkeyProvider } from '@latchkey/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const appId: string = import.meta.env.VITE_LATCHKEY_APP_ID ?? 'latchkey-demo-app-0000001';
const apiUrl: string = import.meta.env.VITE_LATCHKEY_URL ?? 'http://localhost:4000';

const config: HostConfig = {
  loginMethodsAndOrder: {
    primary: ['email', 'google', 'apple', 'farcaster'],
    overflow: [
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
};

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LatchkeyProvider appId={appId} apiUrl={apiUrl} config={config}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
);
