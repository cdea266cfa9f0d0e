import type { Provider, ProviderId } from '../provider.ts';
import { google } from './google.ts';

export const providers = { google } satisfies Partial<Record<ProviderId, Provider>>;
