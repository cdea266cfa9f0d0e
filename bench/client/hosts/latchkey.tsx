import { LatchkeyProvider, useLogin } from '@latchkey/react';
import { createRoot } from 'react-dom/client';

/** A host page with only the provider and a button: the cost of a page before anyone opens the modal. */
function Page() {
  const { login } = useLogin();
  return (
    <button type="button" id="open" onClick={() => login()}>
      Log in
    </button>
  );
}

const { appId, apiUrl } = document.documentElement.dataset;
createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider appId={appId ?? ''} apiUrl={apiUrl ?? ''}>
    <Page />
  </LatchkeyProvider>,
);
