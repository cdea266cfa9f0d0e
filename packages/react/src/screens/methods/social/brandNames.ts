import { useFoundSettings } from '../../services.ts';

/** Names of brands that are not just their id with a capital. They are the same in every language (LAND-16). */
const brandNames: Readonly<Record<string, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  oidc: 'SSO',
  tiktok: 'TikTok',
};

/**
 * Returns the name of a brand. For the app's own provider this is the name that the operator set; 'SSO' if there is
 * none, or until the settings are loaded.
 */
export function useBrandName(brand: string): string {
  const own = useFoundSettings()?.loginConfig.oidcName;
  return (brand === 'oidc' && own) || (brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1));
}
