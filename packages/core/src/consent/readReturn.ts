/** Parameters in the address of a page to which a social login, a cloud or a provider app returned the user. */
export interface ConsentReturn {
  /** Single-use code for the service. The text `undefined` means that the user denied, `error` that the visit failed. */
  readonly code: string;
  readonly stateCode: string;
  /** Unverified: anyone can write it into the address. */
  readonly provider: string;
}

/**
 * Reads the parameters that the service adds to the page's address. Returns null unless all three are present
 * (ROUTE-01).
 */
export function readReturn(parameters: Readonly<Record<string, string>>): ConsentReturn | null {
  const { privy_oauth_code: code, privy_oauth_state: stateCode, privy_oauth_provider: provider } = parameters;
  return code && stateCode && provider ? { code, stateCode, provider } : null;
}
