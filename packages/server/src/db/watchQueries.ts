/**
 * Runs a statement, to measure it.
 *
 * @param statement its SQL without values, and its name if it is prepared
 */
export type WatchStatement = <T>(
  statement: { readonly name?: string | undefined; readonly text: string },
  run: () => Promise<T>,
) => Promise<T>;

/**
 * Passes every query of a client through `watch`, also those in its transactions. Returns the client itself if nobody
 * watches.
 *
 * @param client a pool or a connection of `pg`, or the embedded database
 */
export function watchQueries<Client extends object>(
  client: Client,
  watch: WatchStatement | undefined,
): Client {
  if (!watch) return client;
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key === 'query') {
        return (query: string | { name?: string; text: string }, ...values: unknown[]) =>
          watch(typeof query === 'string' ? { text: query } : query, () =>
            value.call(target, query, ...values),
          );
      }
      if (key === 'transaction') {
        return (work: (tx: object) => Promise<unknown>) =>
          value.call(target, (tx: object) => work(watchQueries(tx, watch)));
      }
      return value.bind(target);
    },
  });
}
