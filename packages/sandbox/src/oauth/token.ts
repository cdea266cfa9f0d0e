import type { Context } from 'hono';
import { sandboxOAuthClients } from './clients.ts';
import { fitsVerifier, type Grants } from './grants.ts';
import { signIdToken } from './idTokens.ts';
import { send } from './personalData.ts';
import type { EndpointResponse, Provider } from './provider.ts';

/**
 * Creates an endpoint that exchanges a code for a token (RFC 6749 §4.1.3), with the checks of the provider's
 * rules.
 */
export function createTokenEndpoint(provider: Provider, grants: Grants, now: () => number) {
  const { token: rules, id } = provider;
  const refuse = (context: Context, answer: EndpointResponse) => send(context, answer);
  return async (context: Context): Promise<Response> => {
    const form = await readForm(context, rules.takesMultipart === true);
    if (!form) return refuse(context, rules.faults['content-type']);
    // RFC 6749 §3.2: parameters must not be included more than once.
    if (new Set(form.keys()).size !== [...form.keys()].length) return refuse(context, rules.faults.parameter);
    if (!(await isClient(provider, context.req.header('authorization'), form, now())))
      return refuse(context, rules.faults.client);
    if (form.get('grant_type') !== 'authorization_code') return refuse(context, rules.faults['grant-type']);
    const code = form.get('code');
    if (!code || !form.get('redirect_uri')) return refuse(context, rules.faults.parameter);
    const grant = grants.takeCode(id, code);
    if (!grant) return refuse(context, rules.faults.code);
    if (form.get('redirect_uri') !== grant.asked.redirectUri) return refuse(context, rules.faults.redirect);
    const verifier = form.get('code_verifier');
    const isUnasked = verifier !== null && grant.asked.challenge === null && rules.refusesVerifier === true;
    if (isUnasked || !fitsVerifier(grant.asked, verifier)) return refuse(context, rules.faults.verifier);
    const trouble = troubleOf(provider, grant.ending);
    if (trouble) return refuse(context, trouble);
    const accessToken = grants.issueToken(provider, grant);
    const idToken = grant.asked.scopes.includes('openid') || id === 'apple';
    const body = rules.reply({
      accessToken,
      account: grant.account,
      idToken: idToken ? await signIdToken(provider, grant, accessToken, now()) : null,
      accept: context.req.header('accept') ?? '',
    });
    return body instanceof URLSearchParams
      ? context.body(body.toString(), 200, { 'content-type': 'application/x-www-form-urlencoded' })
      : context.json(body, 200, { 'cache-control': 'no-store' });
  };
}

function troubleOf({ suspended, rateLimited }: Provider, ending: string): EndpointResponse | null {
  if (ending === 'down') return { status: 503, body: { error: 'temporarily_unavailable' } };
  if (ending === 'suspended' && suspended?.at === 'token') return suspended.answer;
  return ending === 'rate-limit' && rateLimited.at === 'token' ? rateLimited.answer : null;
}

async function readForm(context: Context, takesMultipart: boolean): Promise<URLSearchParams | null> {
  const type = context.req.header('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return new URLSearchParams(await context.req.text());
  if (!takesMultipart || !/^multipart\/form-data\b/i.test(type)) return null;
  const fields = new URLSearchParams();
  for (const [name, value] of await context.req.formData()) fields.append(name, String(value));
  return fields;
}

/**
 * Returns true if the credentials are the client's, in a place that the provider reads. If it reads Basic credentials,
 * a secret in the body beside them is refused (RFC 6749 §2.3).
 */
async function isClient(
  provider: Provider,
  authorization: string | undefined,
  form: URLSearchParams,
  now: number,
): Promise<boolean> {
  const { clientIn, isSecret } = provider.token;
  const parameter = provider.authorize.clientParameter ?? 'client_id';
  const basic = readBasic(authorization);
  if (authorization !== undefined && clientIn.includes('basic')) {
    if (!basic || form.has('client_secret')) return false;
    return isOurs(provider, basic);
  }
  if (!clientIn.includes('body')) return false;
  const given = { id: form.get(parameter) ?? '', secret: form.get('client_secret') ?? '' };
  if (!isSecret) return isOurs(provider, given);
  return given.id === sandboxOAuthClients[provider.id].client_id && (await isSecret(given.secret, now));
}

function isOurs({ id }: Provider, given: { id: string; secret: string }): boolean {
  const client = sandboxOAuthClients[id];
  return given.id === client.client_id && given.secret === client.client_secret;
}

/** Reads Basic credentials, which are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(authorization: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const border = text.indexOf(':');
  if (border < 0) return null;
  const decode = (part: string) => new URLSearchParams(`v=${part}`).get('v') ?? '';
  return { id: decode(text.slice(0, border)), secret: decode(text.slice(border + 1)) };
}
