import { PrivyProvider, usePrivy } from '@privy-io/react-auth';
import { createRoot } from 'react-dom/client';

// A page with only the provider and a button of the published client. bench/client/size.ts measures it.
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
