/** What the address of a hosted page names. */
export interface PageAddress {
  readonly appId: string | null;
  /** Good once, for a minute; null where the page was opened before, as after a reload. */
  readonly id: string | null;
  /** Whether a provider of social login sent the person back here. */
  readonly isReturn: boolean;
}

/**
 * Reads the address and takes what is secret out of it, before anything else runs in the page: no history, image or
 * script is to see it. What a provider of social login added stays for the client, which takes it out itself.
 */
export function readAddress(): PageAddress {
  const { pathname, search } = window.location;
  const parameters = new URLSearchParams(search);
  // A parameter that stands twice is none: others could read the other one.
  const single = (name: string, pattern: RegExp) => {
    const [value = '', ...more] = parameters.getAll(name);
    return more.length === 0 && pattern.test(value) ? value : null;
  };
  const appId = single('app', /^[a-z0-9-]{25}$/);
  const id = single('id', /^[A-Za-z0-9_-]{43}$/);
  const returned = [...parameters].filter(([name]) => name.startsWith('privy_'));
  const kept = [...(appId ? [['app', appId]] : []), ...returned] as [string, string][];
  window.history.replaceState(
    null,
    '',
    kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : pathname,
  );
  return { appId, id, isReturn: returned.some(([name]) => name.startsWith('privy_oauth_')) };
}
