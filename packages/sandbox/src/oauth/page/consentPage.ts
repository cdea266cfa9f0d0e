import { html, raw } from 'hono/html';
import { page } from '../../page.ts';
import { clientIdOf } from '../clients.ts';
import { nameOf, people } from '../people.ts';
import type { AuthorizationRequest, Ending, Provider } from '../provider.ts';
import { consentStyle } from './consentStyle.ts';

/** Faulty endings with the labels of their buttons. */
const common: readonly (readonly [Ending, string])[] = [
  ['rate-limit', 'Rate limit'],
  ['expired-code', 'Expired code'],
  ['wrong-state', 'Wrong state'],
  ['huge-profile', 'Huge profile'],
  ['down', 'Provider down'],
];
const openId: readonly (readonly [Ending, string])[] = [
  ['wrong-audience', 'Wrong audience'],
  ['wrong-issuer', 'Wrong issuer'],
  ['wrong-nonce', 'Wrong nonce'],
  ['wrong-key', 'Wrong key'],
  ['expired-id-token', 'Expired ID token'],
];

/** Endings of a consent at this provider, other than `allow` and `deny`. */
export function unhappyWays(provider: Provider): readonly (readonly [Ending, string])[] {
  return [
    ...(provider.suspended ? [['suspended', 'Suspended'] as const] : []),
    ...common,
    ...(provider.openId ? openId.filter(([way]) => way !== 'wrong-nonce' || provider.openId?.hasNonce) : []),
  ];
}

/** Consent page. Its form posts to the page's own URL, which contains the request. */
export function consentPage(provider: Provider, asked: AuthorizationRequest) {
  const { name } = provider;
  const choices = people.map(
    (person, index) => html`<label class="person">
<input type="radio" name="person" value="${person.id}"${index === 0 ? raw(' checked') : ''}>
<span>${nameOf(person)}<small>${person.email ?? 'no e-mail address'}${
      person.email !== null && !person.isEmailVerified ? ' (not verified)' : ''
    }</small></span></label>`,
  );
  const ways = unhappyWays(provider).map(
    ([way, label]) => html`<button name="answer" value="${way}">${label}</button>`,
  );
  return consentFrame(
    `Sign in with ${name}`,
    html`<h1>Sign in with ${name}</h1>
<p>A stand-in for ${name}, for development. <b>${clientIdOf(provider.id)}</b> asks for:</p>
<ul>${asked.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>
<form method="post">
<fieldset><legend>Who are you?</legend>${choices}
<label class="person">Someone else <input name="other" autocomplete="off" pattern="[a-z0-9\\-]{1,40}" placeholder="mary"></label>
</fieldset>
<p class="main"><button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></p>
<details><summary>Unhappy ways</summary><p>${ways}</p></details>
</form>`,
  );
}

/** Error page for a refused request that is not redirected back to the client. */
export function faultPage({ name }: Provider, fault: string) {
  return consentFrame(
    `${name}: ${fault}`,
    html`<h1>${name} does not know this request</h1><p role="alert">Error: <code>${fault}</code></p>`,
  );
}

/** Page that returns to the client with a form that submits itself (OAuth 2.0 Form Post Response Mode §2). */
export function formPostPage(action: string, parameters: Record<string, string>) {
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return consentFrame(
    'Back to the app',
    html`<form method="post" action="${action}">${fields}<button>Continue</button></form>
<script>document.forms[0].submit()</script>`,
  );
}

const consentFrame = (title: string, body: ReturnType<typeof html>) =>
  page(
    `${title} (sandbox)`,
    consentStyle,
    html`<main>${body}</main>`,
    html`<meta name="referrer" content="no-referrer">`,
  );
