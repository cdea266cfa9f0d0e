import { captchaOf, createClient, createEmailLogin, createSmsLogin } from '@latchkey/core';
import { createRoot } from 'react-dom/client';
import { CaptchaView } from '../../packages/react/src/screens/captcha/CaptchaView.tsx';
import { type Services, ServicesContext } from '../../packages/react/src/screens/services.ts';

/**
 * The captcha's screen before a call that needs the user's click, such as one that opens a window. The call and the
 * exits are recorded on `window`.
 */
const { apiUrl, appId } = JSON.parse(document.getElementById('config')?.textContent ?? '{}');

declare global {
  interface Window {
    noted: string[];
  }
}
window.noted = [];

const client = createClient({ appId, apiUrl });
await client.start();
const captcha = captchaOf(client);
const codeLogins = { email: createEmailLogin(client), sms: createSmsLogin(client) };
// The screen uses only the captcha.
const services = { captcha, client, codeLogins } as Services;
function note(...[exit]: [string, ...unknown[]]): void {
  window.noted.push(exit);
}
const start = async () => window.noted.push('called');

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ServicesContext.Provider value={services}>
      <CaptchaView exit={note} props={{ start, needsClick: true }} />
    </ServicesContext.Provider>,
  );
}
