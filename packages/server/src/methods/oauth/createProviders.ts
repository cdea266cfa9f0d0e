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

/** Values of one login at a provider, stored until the page takes the provider's answer. */
export interface AuthorizationSecrets {
  /** Verifier of the PKCE challenge (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
}

export interface Provider {
  pageUrl(given: { state: string } & AuthorizationSecrets): string;
  /**
   * Returns true if a response of the provider's page names another issuer (RFC 9207) than the one known of the
   * provider, or names none although the provider promised it. A provider without a known issuer may name any.
   */
  isForeign(issuer: string | null): boolean;
  /**
   * Exchanges a code for the user's account.
   * @throws ServiceError `invalid_credentials` for a code that the provider refuses, `oauth_user_denied`,
   *   `oauth_account_suspended`, `too_many_requests`, `unknown_auth_error`, `oauth_unexpected` for an invalid reply or
   *   any other refusal, `not_supported` for an invalid private key of the client
   */
  redeem(given: { code: string } & AuthorizationSecrets): Promise<{
    account: ProviderAccount;
    tokens: OAuthTokens;
  }>;
}

/** Errors of a token endpoint that concern the user or the code. Any other becomes `oauth_unexpected`. */
const deniedWords = ['access_denied', 'user_denied'];
const codeWords = ['invalid_grant', 'bad_verification_code', 'expired_token', 'invalid_code'];

const tokenLength = 8_192;

export const callbackPaths = [oauthCallbackPath, `${oauthCallbackPath}/oidc`];

export const callbackPathOf = (provider: OAuthProvider) =>
  // A malicious OpenID Connect provider that an operator named could otherwise obtain codes of other providers
  // (mix-up, RFC 9700 §4.4). So it has a path of its own.
  provider === 'oidc' ? `${oauthCallbackPath}/oidc` : oauthCallbackPath;

export function createProviders(
  world: World,
  deps: Pick<MethodDeps, 'appSecrets' | 'issuerKeys' | 'outbound'>,
  records: Readonly<Partial<Record<OAuthProvider, ProviderRecord>>> = providerRecords,
) {
  const { clock, config, log } = world;
  const { appSecrets, issuerKeys, outbound } = deps;
  const discovery = createDiscovery(world, { outbound });

  /** Returns a provider's real address, or that of its stand-in (docs/contracts.md). */
  const standIn = (url: string) =>
    config.oauthUrl === null ? url : url.replace(/^https:\/\//, `${config.oauthUrl}/`);

  /**
   * Returns a provider's record, and the function that calls the provider. A provider that the operator named has no
   * stand-in.
   */
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
    // Some providers report errors with status 200.
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
    addsFragment: (id: OAuthProvider): boolean => records[id]?.addsFragment === true,

    /**
     * Returns a provider for an app.
     * @throws ServiceError `not_supported` for a provider that is not set up; the codes of `Discovery` for one that
     *   an operator named
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

/** The default message of the error code is about a code that was typed in. */
export const lateText = 'This login was used already or is too old. Try again.';

/**
 * Returns an id token, which may be longer than `textOf` allows. A missing one becomes an empty text, which fails
 * verification.
 */
const textOfToken = (value: unknown) => (typeof value === 'string' ? value : '');
