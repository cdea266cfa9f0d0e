import { zero } from '../../bytes.ts';
import { type LoadedTexts, loadTexts, setLanguage } from '../../page/loadTexts.ts';
import { handOver } from '../message.ts';
import { createPasskey, usePasskey } from './credential.ts';
import { passkeyEn } from './generated/en.ts';

const css = `
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
  font: 400 16px/24px ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  color: #16171a; background: #fff; color-scheme: light dark;
}
main { max-width: 340px; text-align: center; }
h1 { font-size: 20px; line-height: 28px; }
button {
  width: 100%; min-height: 48px; border: 0; border-radius: 14px; font: inherit; font-weight: 500; cursor: pointer;
  color: #fff; background: #3a3af5;
}
button:focus-visible { outline: 2px solid #3a3af5; outline-offset: 2px; }
button:disabled { opacity: .5; cursor: default; }
@media (prefers-color-scheme: dark) { body { color: #f1f2f4; background: #16171a; } }
`;

/**
 * Starts the page in which the user creates or uses a passkey for a wallet. It is a popup at top level on the
 * service's own origin, whose host is the passkey's relying party. It sends the result to the vault of the page that
 * opened it, and closes.
 */
function startPasskeyPage(): void {
  const appId = /^\/apps\/([\w-]{1,64})\/embedded-wallets\/passkey$/.exec(location.pathname)?.[1];
  // Does not run in a frame, where a malicious page could cover it, or without an opener, which leads to the vault.
  if (appId === undefined || parent !== window || window.opener === null) return;
  // Draws at once: the script beside this one would report an empty page as one that could not start.
  const parts = draw();
  void loadTexts(navigator.language, passkeyEn).then((loaded) => show(appId, loaded, parts));
}

function show(appId: string, loaded: LoadedTexts<typeof passkeyEn>, parts: Parts): void {
  const { texts } = loaded;
  const { heading, detail, button, status } = parts;
  const isCreate = new URLSearchParams(location.search).get('act') === 'create';
  setLanguage(document, loaded);
  heading.textContent = isCreate ? texts.create : texts.use;
  document.title = heading.textContent;
  detail.textContent = isCreate ? texts.createDetail : texts.useDetail;
  button.textContent = texts.next;
  button.hidden = false;
  // Safari allows passkeys only within a press, and nothing happens here that the user did not start.
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = '';
    const given = isCreate ? createPasskey(appId, texts.name) : usePasskey(appId);
    given
      .then((passkey) => {
        const isTaken = handOver(passkey, window);
        zero(passkey.secret);
        if (isTaken) close();
        else status.textContent = texts.lost;
      })
      .catch(() => {
        status.textContent = texts.failed;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
}

type Parts = ReturnType<typeof draw>;

function draw() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const main = document.createElement('main');
  const add = <T extends keyof HTMLElementTagNameMap>(tag: T) =>
    main.appendChild(document.createElement(tag));
  const [heading, detail, button, status] = [add('h1'), add('p'), add('button'), add('p')];
  button.type = 'button';
  button.hidden = true;
  status.setAttribute('role', 'status');
  document.body.append(main);
  return { heading, detail, button, status };
}

startPasskeyPage();
