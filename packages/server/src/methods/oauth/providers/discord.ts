import { fieldsOf, type ProviderRecord, subjectOf, textOf, verifiedEmailOf } from '../record.ts';

/**
 * Discord.
 *
 * - addresses, scopes, token: https://discord.com/developers/docs/topics/oauth2
 * - PKCE: https://discord.com/developers/docs/discord-social-sdk/development-guides/account-linking-with-discord
 * - profile, `verified`: https://discord.com/developers/docs/resources/user#user-object
 */
export const discord: ProviderRecord = {
  name: 'Discord',
  endpoints: {
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    identity: null,
  },
  scopes: ['identify', 'email'],
  clientProof: 'form',
  usesPkce: true,
  usesNonce: false,
  async readAccount({ request }) {
    const user = fieldsOf(await request('https://discord.com/api/users/@me'));
    // Old names are followed by four digits. The discriminator `0` marks a new name, which has none.
    const digits = textOf(user.discriminator);
    const name = textOf(user.username);
    const username = name && digits && digits !== '0' ? `${name}#${digits}` : name;
    return {
      subject: subjectOf(user.id),
      details: { username, email: verifiedEmailOf(user.email, user.verified) },
    };
  },
};
