/**
 * Returns accounts as a back end imports them, in the wire format: those by which tests look up a user, and one at
 * Google. `salt` makes them different if several tests share a database.
 */
export function accountsOfEachKind(salt: number) {
  return {
    email: { type: 'email', address: `kind-${salt}@example.com` },
    phone: { type: 'phone', number: `+1201555${String(salt).padStart(4, '0')}` },
    wallet: { type: 'wallet', address: addressOf(salt), chain_type: 'ethereum' },
    farcaster: {
      type: 'farcaster',
      fid: 1000 + salt,
      owner_address: addressOf(salt + 1000),
      username: `caster${salt}`,
    },
    discord: { type: 'discord_oauth', subject: `d${salt}`, username: `discord${salt}#0`, email: null },
    github: { type: 'github_oauth', subject: `g${salt}`, username: `github${salt}`, name: null, email: null },
    twitter: {
      type: 'twitter_oauth',
      subject: `t${salt}`,
      username: `twitter${salt}`,
      name: 'T',
      profile_picture_url: null,
    },
    telegram: { type: 'telegram', telegram_user_id: String(5000 + salt), username: `telegram${salt}` },
    custom: { type: 'custom_auth', custom_user_id: `custom-${salt}` },
    google: { type: 'google_oauth', subject: `go${salt}`, email: `go-${salt}@example.com`, name: 'G' },
  };
}

function addressOf(salt: number): string {
  return `0x${String(salt).padStart(40, '1')}`;
}
