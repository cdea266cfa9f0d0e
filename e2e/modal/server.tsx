import { LatchkeyPanel, LatchkeyProvider, useLatchkey, useWallets } from '@latchkey/react';
// The build for the web, because this page is bundled like the others.
import { renderToString } from 'react-dom/server.browser';

function App() {
  const { ready, authenticated } = useLatchkey();
  const { wallets } = useWallets();
  return <p>{JSON.stringify({ ready, authenticated, wallets })}</p>;
}

/** The host app as a server renders it. */
export const html = renderToString(
  <LatchkeyProvider apiUrl="https://auth.tidewater.example" appId="latchkey-demo-app-0000001">
    <App />
    <LatchkeyPanel />
  </LatchkeyProvider>,
);
