import { useFoundSettings } from '../../services.ts';

/** Names of those by whom people log in, where one is not its id with a capital: no language has others (LAND-16). */
const brandNames: Readonly<Record<string, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  oidc: 'SSO',
  tiktok: 'TikTok',
};

/** What a brand is called. The app's own provider is what its operator calls it, once that is known. */
export function useBrandName(brand: string): string {
  const own = useFoundSettings()?.loginConfig.oidcName;
  return (brand === 'oidc' && own) || (brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1));
}
