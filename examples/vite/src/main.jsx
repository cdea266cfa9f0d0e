import { LatchkeyProvider } from '@latchkey/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.jsx';

const { VITE_APP_ID: appId, VITE_AUTH_URL: apiUrl } = import.meta.env;
/** Language from the page's address: `?locale=de`. */
const locale = new URLSearchParams(location.search).get('locale') ?? 'en';

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <LatchkeyProvider apiUrl={apiUrl} appId={appId} config={{ intl: { locale } }}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
);
