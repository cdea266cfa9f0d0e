import { toPlainLine } from '@latchkey/wire';

/** How a Farcaster account shows itself. */
export interface Profile {
  readonly username: string | null;
  readonly display_name: string | null;
  readonly bio: string | null;
  readonly pfp_url: string | null;
}

/**
 * Reads a profile that the relay gave. Nothing proves it, the user name included: it is kept for show, and anyone who
 * decides by something decides by the id. What is not as Farcaster has it is left out.
 */
export function readProfile(told: Readonly<Record<string, unknown>>): Profile {
  return {
    username: text(told.username, 64, /^[a-z0-9][a-z0-9.-]*$/),
    display_name: toPlainLine(text(told.displayName, 128, /^[^\p{Cc}\p{Co}\p{Cn}]+$/u) ?? '') || null,
    bio: text(told.bio, 1_024, /^[^\p{Co}\p{Cn}\0]+$/u),
    pfp_url: address(told.pfpUrl),
  };
}

/** What is kept of a profile, by the account's fields on the wire; what was not told is left out. */
export function toDetails({ username, display_name, bio, pfp_url }: Profile): Record<string, string> {
  const fields = { username, display_name, bio, profile_picture_url: pfp_url };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}

function text(value: unknown, most: number, pattern: RegExp): string | null {
  return typeof value === 'string' && value.length <= most && pattern.test(value) ? value : null;
}

/** A picture's address ends up in pages of hosts: nothing but https. */
function address(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return null;
  return new URL(value).protocol === 'https:' ? value : null;
}
