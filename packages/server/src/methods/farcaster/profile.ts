import { toPlainLine } from '@latchkey/wire';

export interface Profile {
  readonly username: string | null;
  readonly display_name: string | null;
  readonly bio: string | null;
  readonly pfp_url: string | null;
}

/**
 * Reads a profile from the relay. Nothing proves it, not even the user name; it is for display. A value without the
 * expected form becomes null.
 */
export function readProfile(told: Readonly<Record<string, unknown>>): Profile {
  return {
    username: text(told.username, 64, /^[a-z0-9][a-z0-9.-]*$/),
    display_name: toPlainLine(text(told.displayName, 128, /^[^\p{Cc}\p{Co}\p{Cn}]+$/u) ?? '') || null,
    bio: text(told.bio, 1_024, /^[^\p{Co}\p{Cn}\0]+$/u),
    pfp_url: address(told.pfpUrl),
  };
}

/** Returns the profile as the account's fields on the wire, without the fields that have no value. */
export function toDetails({ username, display_name, bio, pfp_url }: Profile): Record<string, string> {
  const fields = { username, display_name, bio, profile_picture_url: pfp_url };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}

function text(value: unknown, most: number, pattern: RegExp): string | null {
  return typeof value === 'string' && value.length <= most && pattern.test(value) ? value : null;
}

/** Returns the address of a picture. Host pages show it, and an attacker could choose it, so only https is accepted. */
function address(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return null;
  return new URL(value).protocol === 'https:' ? value : null;
}
