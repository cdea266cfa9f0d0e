import * as v from 'valibot';
import { about } from '../about.ts';
import { type OAuthProvider, oauthProviders } from '../oauthProviders.ts';
import type { OutputOf } from '../schema.ts';

/** Id that the provider gave the app's client; TikTok calls it the client key. */
const clientId = () =>
  about(
    "The app's client id at the provider.",
    v.pipe(v.string(), v.regex(/^[\w.:/-]{1,200}$/, "must be the provider's client id")),
  );
/** Allows `null`, which removes a client. A change without the field keeps it. */
const clientOrNone = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
const client = (provider: OAuthProvider) =>
  about(
    `The app's client at \`${provider}\`. null removes it.`,
    clientOrNone(v.strictObject({ client_id: clientId() })),
  );
const appleId = (what: string) =>
  about(
    `Apple's ${what}.`,
    v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/, `must be Apple's ${what}: 10 letters or digits`)),
  );

const usualClients = Object.fromEntries(
  oauthProviders.map((provider) => [provider, client(provider)]),
) as Record<OAuthProvider, ReturnType<typeof client>>;

/**
 * App's clients at the providers. Their secrets are stored separately and sealed (`oauth-google` and so on). For
 * Apple the secret is the private key that signs client tokens.
 */
export const oauthClientsSchema = () =>
  v.strictObject({
    ...usualClients,
    apple: about(
      "The app's client at `apple`. null removes it.",
      clientOrNone(
        v.strictObject({ client_id: clientId(), team_id: appleId('team id'), key_id: appleId('key id') }),
      ),
    ),
    oidc: about(
      'Any provider that supports OpenID Connect: its client, issuer and the name that users see.',
      clientOrNone(
        v.strictObject({
          client_id: clientId(),
          issuer: about(
            "Exact `iss` claim of its tokens. The provider's configuration must be under this URL (OpenID Connect Discovery 1.0 §4).",
            v.pipe(v.string(), v.maxLength(2_048)),
          ),
          name: about(
            'Name of the provider that users see.',
            v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
          ),
        }),
      ),
    ),
  });
export type OAuthClients = OutputOf<typeof oauthClientsSchema>;
