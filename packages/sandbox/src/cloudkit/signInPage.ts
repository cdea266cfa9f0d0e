import { html, raw } from 'hono/html';
import { page, windowStyle } from '../page.ts';

/** Apple's sign-in page, in a popup of the host page. It posts the result to its opener. */
export function signInPage(tokenPath: string) {
  return page(
    'Sign in with your Apple Account (sandbox)',
    windowStyle,
    html`<h1>Sign in with your Apple Account</h1>
<form>
<label>Apple Account<br><input name="account" value="you@icloud.example" autocomplete="off"></label>
<button>Sign In</button>
<button type="button">Cancel</button>
</form>
<script>
  const form = document.querySelector('form');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await fetch(${raw(JSON.stringify(tokenPath))}, { method: 'POST', body: new FormData(form) });
    const { token } = await answer.json();
    opener?.postMessage({ ckSession: token, ckWebAuthToken: token }, '*');
  });
  form.querySelector('[type=button]').addEventListener('click', () => close());
</script>`,
  );
}
