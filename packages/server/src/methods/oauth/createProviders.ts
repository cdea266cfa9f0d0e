import { fail, type OAuthProvider, type OAuthTokens, oauthCallbackPath } from '@latchkey/wire';
import type { OAuthClient } from '../../app-secrets/index.ts';
import type { App } from '../../apps/index.ts';
import { challengeOf } from '../../consent/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';
import { clientProofOf } from './clientProof.ts';
import { getClient } from './clients.ts';
import { createProviderClient, type Question } from './createProviderClient.ts';
import { createDiscovery } from './discovery.ts';
import { verifyIdToken } from './idToken.ts';
import { createOidc } from './providers/oidc.ts';
import { providerRecords } from './providers/records.ts';
import { fieldsOf, type ProviderAccount, type ProviderRecord, textOf } from './record.ts';
import { toOAuthTokens } from './tokens.ts';

/** What is kept on the way to a provider and back, and shown to no one. */
export interface AuthorizationSecrets {
  /** Behind PKCE's challenge (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
}

/** A provider as one app uses it. */
export interface Provider {
  /** The address of the provider's page. */
  pageUrl(given: { state: string } & AuthorizationSecrets): string;
  /** Tells whether an answer of the provider's page names another provider (RFC 9207), or must name it and does not. */
  isForeign(issuer: string | null): boolean;
  /**
   * Trades a code for who the person is.
   * @throws ServiceError `invalid_credentials` for a code that the provider refuses, `oauth_user_denied`,
   *   `oauth_account_suspended`, `too_many_requests`, `unknown_auth_error`, `oauth_unexpected` (an answer that cannot be)
   */
  redeem(given: { code: string } & AuthorizationSecrets): Promise<{
    account: ProviderAccount;
    tokens: OAuthTokens;
  }>;
}

/** The words of a token endpoint that are about the person or the code; any other is about us (RFC 6749 §5.2). */
const deniedWords = ['access_denied', 'user_denied'];
const codeWords = ['invalid_grant', 'bad_verification_code', 'expired_token', 'invalid_code'];

/** Longest token of a provider. */
const tokenLength = 8_192;

/** Where providers send people back to. */
export const callbackPaths = [oauthCallbackPath, `${oauthCallbackPath}/oidc`];

/** The one of them for a provider. */
export const callbackPathOf = (provider: OAuthProvider) =>
  // One that another user chose has a path of its own, so that it cannot pass another's answer for its own (RFC 9700 §4.4).
  provider === 'oidc' ? `${oauthCallbackPath}/oidc` : oauthCallbackPath;

/** Makes the providers, by their records. */
export function createProviders(
  world: World,
  deps: Pick<MethodDeps, 'appSecrets' | 'issuerKeys' | 'outbound'>,
  records: Readonly<Partial<Record<OAuthProvider, ProviderRecord>>> = providerRecords,
) {
  const { clock, config, log } = world;
  const { appSecrets, issuerKeys, outbound } = deps;
  const discovery = createDiscovery(world, { outbound });

  /** A real address, or that of what stands in for it (docs/contracts.md). */
  const standIn = (url: string) =>
    config.oauthUrl === null ? url : url.replace(/^https:\/\//, `${config.oauthUrl}/`);

  /** The record of a provider, and how to ask it; one that the app's operator named has no stand-in. */
  async function open(app: App, id: OAuthProvider) {
    const warn = (reason: string) =>
      log.warn({ app: app.id, provider: id, reason }, 'a provider of social login failed');
    const named = app.settings.oauth_clients.oidc;
    if (id !== 'oidc') {
      const record = records[id] ?? fail('not_supported', { details: { reason: 'provider_not_set_up' } });
      return {
        record,
        warn,
        addressOf: standIn,
        request: createProviderClient({ outbound, warn, addressOf: standIn, judge: record.judge }),
      };
    }
    if (!named) fail('not_supported', { details: { reason: 'provider_not_set_up' } });
    const addressOf = (url: string) => url;
    const request = createProviderClient({ outbound, warn, addressOf });
    const record = createOidc(named.name, await discovery.find(named.issuer, request));
    return { record, warn, addressOf, request };
  }

  async function trade(
    { record, request, warn }: Awaited<ReturnType<typeof open>>,
    given: { client: OAuthClient; redirectUri: string; code: string; verifier: string },
  ) {
    const { client, code, redirectUri, verifier } = given;
    const { endpoints, clientIdName = 'client_id' } = record;
    const proof = await clientProofOf(record.clientProof, client, {
      idName: clientIdName,
      nowMs: clock.now(),
    });
    const { ok, json } = await request({
      url: endpoints.token,
      headers: proof.headers,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...proof.form,
        ...(record.usesPkce ? { code_verifier: verifier } : {}),
      },
    });
    const reply = fieldsOf(record.unwrap ? record.unwrap(json) : json);
    const accessToken = textOf(reply.access_token, tokenLength);
    // Some say what is wrong with status 200.
    if (ok && accessToken !== null && reply.error === undefined) return { reply, accessToken };
    const word = textOf(reply.error) ?? textOf(fieldsOf(reply.error).type) ?? 'unknown';
    warn(`token: ${/^[A-Za-z_]{1,40}$/.test(word) ? word : 'unknown'}`);
    if (deniedWords.includes(word)) fail('oauth_user_denied');
    return fail(
      codeWords.includes(word) ? 'invalid_credentials' : 'oauth_unexpected',
      codeWords.includes(word) ? { message: lateText } : {},
    );
  }

  return {
    /** Whether a provider puts a fragment behind the address that it sends people back to. */
    addsFragment: (id: OAuthProvider): boolean => records[id]?.addsFragment === true,

    /**
     * Opens a provider for an app.
     * @throws ServiceError `not_supported` for one that is not set up, and of an operator's own the codes of `Discovery`
     */
    async get(app: App, id: OAuthProvider): Promise<Provider> {
      const client = await getClient(world, appSecrets, app, id);
      const opened = await open(app, id);
      const { record, addressOf, request } = opened;
      const { endpoints, clientIdName = 'client_id', scopeSeparator = ' ' } = record;
      const redirectUri = config.url + callbackPathOf(id);

      return {
        pageUrl({ state, verifier, nonce }) {
          const url = new URL(addressOf(endpoints.authorize));
          const parameters = {
            [clientIdName]: client.id,
            redirect_uri: redirectUri,
            response_type: 'code',
            scope: record.scopes.join(scopeSeparator),
            state,
            ...(record.usesPkce
              ? { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
              : {}),
            ...(record.usesNonce ? { nonce } : {}),
            ...record.authorizeParameters,
          };
          for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
          return url.href;
        },

        isForeign(issuer) {
          if (issuer === null) return endpoints.namesIssuer === true;
          return endpoints.identity !== null && issuer !== endpoints.identity.issuer;
        },

        async redeem({ code, nonce, verifier }) {
          const { accessToken, reply } = await trade(opened, { client, code, redirectUri, verifier });
          const { identity } = endpoints;
          const claims = identity
            ? await verifyIdToken(textOfToken(reply.id_token), {
                issuers: [identity.issuer, ...(identity.legacyIssuer ? [identity.legacyIssuer] : [])],
                clientId: client.id,
                nonce: record.usesNonce ? nonce : null,
                keys: issuerKeys.of(addressOf(identity.keySet), 'provider'),
                nowMs: clock.now(),
              })
            : {};
          const requestFor = async (question: Question) => {
            const { ok, status, json } = await request(question);
            if (ok) return json;
            opened.warn(`profile: status ${status}`);
            return fail('oauth_unexpected');
          };
          const headers = { authorization: `Bearer ${accessToken}` };
          const granted = {
            accessToken,
            reply,
            claims,
            request: (url: string) => requestFor({ url, headers }),
          };
          const account = await record.readAccount(granted);
          if (account.subject === '' || account.subject.length > 256) fail('oauth_unexpected');
          return { account, tokens: toOAuthTokens(id, reply, accessToken, record.scopes) };
        },
      };
    },
  };
}

export type Providers = ReturnType<typeof createProviders>;

/** For people: the code's own message speaks of a code that was typed in. */
export const lateText = 'This login was used already or is too old. Try again.';

/** An id token is longer than other texts; none at all verifies as a broken one. */
const textOfToken = (value: unknown) => (typeof value === 'string' ? value : '');
