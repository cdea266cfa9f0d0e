/**
 * Stands for what a test's set-up makes later, so that a file can name it before: each member is that object's.
 *
 * @param find - What was made, or undefined before.
 */
export function later<T extends object>(find: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_, name) {
      const made = find();
      if (!made) throw new Error(`The set-up has not made what has '${String(name)}' yet`);
      return Reflect.get(made, name);
    },
  });
}
