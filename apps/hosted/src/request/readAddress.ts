export interface PageAddress {
  readonly appId: string | null;
  /** Secret id of the request, which works once. Null if it is missing, repeated or malformed. */
  readonly id: string | null;
  /** True if a social login provider redirected the user back here. */
  readonly isReturn: boolean;
}

/**
 * Reads the URL, then removes the secret id from it, so that the id does not stay in the tab's history, or reach a
 * Referer or a script that loads later. Parameters of a social login stay for the client.
 */
export function readAddress(): PageAddress {
  const { pathname, search } = window.location;
  const parameters = new URLSearchParams(search);
  // A repeated parameter is ignored, because other code could read the other value.
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
