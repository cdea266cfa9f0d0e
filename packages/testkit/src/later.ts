/**
 * Stands for an object that a test's set-up creates later, so that the file can already refer to it. Each member is
 * read from that object.
 *
 * @param find - Returns the object, or undefined before it exists.
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
