import { iconPaths } from '../../../ui/index.ts';
import type { FactorScreens } from './factor.ts';

export const passkeyFactor = {
  icon: iconPaths.key,
  loadView: async () => (await import('./EnrollPasskeyView.tsx')).EnrollPasskeyView,
} as const satisfies FactorScreens;
