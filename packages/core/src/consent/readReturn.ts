/** What a page comes back with from a provider of social login, or of a cloud. */
export interface ConsentReturn {
  /** Good once at the service; `undefined` says that the person refused, `error` that it failed. */
  readonly code: string;
  readonly stateCode: string;
  /** As the address has it: anyone may have written it. */
  readonly provider: string;
}

/** Reads the parameters that the service adds to the page's address; null where not all three are there (ROUTE-01). */
export function readReturn(parameters: Readonly<Record<string, string>>): ConsentReturn | null {
  const { privy_oauth_code: code, privy_oauth_state: stateCode, privy_oauth_provider: provider } = parameters;
  return code && stateCode && provider ? { code, stateCode, provider } : null;
}
