/** Providers that are known by name: one line each, alphabetical, exactly the ids of the wire protocol except `oidc`. */
import type { OAuthProvider } from '@latchkey/wire';
import type { ProviderRecord } from '../record.ts';
import { apple } from './apple.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { spotify } from './spotify.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';

export type NamedProvider = Exclude<OAuthProvider, 'oidc'>;

export const providerRecords = {
  apple,
  discord,
  github,
  google,
  instagram,
  linkedin,
  spotify,
  tiktok,
  twitter,
} as const satisfies Record<NamedProvider, ProviderRecord>;
