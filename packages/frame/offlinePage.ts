import { createHash } from 'node:crypto';

/** File name of the page that opens exit kits. It is outside `pages/`, whose files the service serves. */
export const offlinePageName = 'latchkey-exit.html';

/**
 * Returns the offline page: one file with its script and style. Its policy allows these two by hash, and WebAssembly.
 * It blocks fetches and forms, which could send a key out. `translate="no"` asks the browser not to offer its
 * translator, which the policy does not cover.
 *
 * @param script the bundled script
 */
export function toOfflinePage(script: Uint8Array): Buffer {
  // The text `</script` in the code would end the element.
  const code = Buffer.from(script).toString('utf8').replaceAll('</script', '<\\/script').trim();
  const policy = [
    "default-src 'none'",
    `script-src '${toSource(code)}' 'wasm-unsafe-eval'`,
    `style-src '${toSource(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return Buffer.from(`<!doctype html>
<html lang="en" translate="no">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width">
    <title>Open a Latchkey exit kit</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Open an exit kit</h1>
      <p>This page works offline. Disconnect from the internet before you open a kit: anyone who sees its contents controls your wallet.</p>
      <form id="form">
        <label for="file">Exit kit</label>
        <input id="file" type="file" accept="application/json,.json" required>
        <label for="password">Password</label>
        <input id="password" type="password" autocomplete="off" required>
        <button type="submit">Open</button>
      </form>
      <p id="status" role="status"></p>
      <dl id="result"></dl>
    </main>
    <script>${code}</script>
  </body>
</html>
`);
}

const toSource = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const style = `
:root { color-scheme: light dark; font: 400 16px/24px ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 560px; margin: 0 auto; padding: 48px 24px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 32px; }
p { margin: 0 0 24px; }
form { display: grid; gap: 8px; }
label, dt { font-weight: 500; }
input, button { font: inherit; min-height: 48px; box-sizing: border-box; border-radius: 12px; }
input { width: 100%; padding: 0 12px; border: 1px solid color-mix(in srgb, CanvasText 30%, transparent); }
input[type=file] { padding: 10px 12px; }
button { margin-top: 8px; border: 0; background: #4f46e5; color: #fff; font-weight: 500; cursor: pointer; }
#status { margin: 16px 0; min-height: 24px; }
dl { margin: 0; }
dd {
  margin: 4px 0 16px; padding: 12px 14px; border-radius: 12px; overflow-wrap: anywhere; user-select: all;
  background: color-mix(in srgb, CanvasText 8%, transparent); font: 14px/22px ui-monospace, Menlo, Consolas, monospace;
}
`;
