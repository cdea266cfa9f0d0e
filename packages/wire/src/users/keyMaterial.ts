import { route } from '../route.ts';
import type { KeyMaterial, KeyMaterialBody } from '../schemas/users/keyMaterial.ts';

/** Outside the custody routes, so that no key is ever among its answers: not that of automatic recovery either. */
export const keyMaterialRoute = /* @__PURE__ */ route<KeyMaterialBody, KeyMaterial>({
  name: 'recovery.getKeyMaterial',
  method: 'POST',
  path: '/api/v1/embedded_wallets/{address}/recovery/key_material',
  auth: 'user',
  retry: 'safe',
  codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa', 'embedded_wallet_not_found', 'not_supported'],
  summary: "The salt, file or record of a wallet's recovery; refused where recovery is automatic.",
});
