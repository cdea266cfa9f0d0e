import type { Provider, ProviderId } from '../provider.ts';
import { apple } from './apple.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { spotify } from './spotify.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';

export const providers: Readonly<Record<ProviderId, Provider>> = {
  apple,
  discord,
  github,
  google,
  instagram,
  linkedin,
  spotify,
  tiktok,
  twitter,
};
