import { PrivyProvider, usePrivy } from '@privy-io/react-auth';
import { createRoot } from 'react-dom/client';

// Provider and button of the published client, and nothing else: what a host page pays for it (bench/client/size.ts).
function Page() {
  const { login } = usePrivy();
  return (
    <button type="button" id="open" onClick={() => login()}>
      Log in
    </button>
  );
}

const { appId, apiUrl } = document.documentElement.dataset;
createRoot(document.getElementById('root')).render(
  <PrivyProvider appId={appId} apiUrl={apiUrl}>
    <Page />
  </PrivyProvider>,
);
