import * as v from 'valibot';
import { about } from '../about.ts';
import { type OAuthProvider, oauthProviders } from '../oauthProviders.ts';
import type { OutputOf } from '../schema.ts';

/** The name that a provider gave the app; TikTok calls it the client key. */
const clientId = () =>
  about(
    "The app's client id at the provider.",
    v.pipe(v.string(), v.regex(/^[\w.:/-]{1,200}$/, "must be the provider's client id")),
  );
/** `null` takes a client away: a change that does not name it leaves it. */
const clientOrNone = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
const client = (provider: OAuthProvider) =>
  about(
    `The app's client at \`${provider}\`; null takes it away.`,
    clientOrNone(v.strictObject({ client_id: clientId() })),
  );
const appleId = (what: string) =>
  about(
    `Apple's ${what}.`,
    v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/, `must be Apple's ${what}: 10 letters or digits`)),
  );

/** A client of the usual kind for each provider. */
const usualClients = Object.fromEntries(
  oauthProviders.map((provider) => [provider, client(provider)]),
) as Record<OAuthProvider, ReturnType<typeof client>>;

/**
 * An app's clients at the providers. Their secrets are set apart, sealed (`oauth-google` and so on); Apple's is the
 * private key that signs in their place.
 */
export const oauthClientsSchema = () =>
  v.strictObject({
    ...usualClients,
    apple: about(
      "The app's client at `apple`; null takes it away.",
      clientOrNone(
        v.strictObject({ client_id: clientId(), team_id: appleId('team id'), key_id: appleId('key id') }),
      ),
    ),
    oidc: about(
      'Any provider that speaks OpenID Connect: who it is, and what people know it as.',
      clientOrNone(
        v.strictObject({
          client_id: clientId(),
          issuer: about(
            'Exactly the `iss` of its tokens; its configuration lies below (OpenID Connect Discovery 1.0 §4).',
            v.pipe(v.string(), v.maxLength(2_048)),
          ),
          name: about(
            'What people know the provider as.',
            v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
          ),
        }),
      ),
    ),
  });
export type OAuthClients = OutputOf<typeof oauthClientsSchema>;
