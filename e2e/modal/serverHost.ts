import {
  LatchkeyPanel,
  LatchkeyProvider,
  useFundingStatus,
  useFundWallet,
  useLatchkey,
  useWallets,
} from '@latchkey/react';
import { useFundWallet as useSolanaFundWallet } from '@latchkey/react/solana';
import { createElement } from 'react';
// Uses React's server build for the web, because this module is bundled like the host pages.
import { renderToString } from 'react-dom/server.browser';

function App() {
  const { ready, authenticated } = useLatchkey();
  const { wallets } = useWallets();
  const { fundings } = useFundingStatus();
  const actions = [useFundWallet(), useSolanaFundWallet()].map(({ fundWallet }) => typeof fundWallet);
  return createElement('p', null, JSON.stringify({ ready, authenticated, wallets, fundings, actions }));
}

export const html = renderToString(
  createElement(
    LatchkeyProvider,
    { apiUrl: 'https://auth.tidewater.example', appId: 'latchkey-demo-app-0000001' },
    createElement(App),
    createElement(LatchkeyPanel),
  ),
);
