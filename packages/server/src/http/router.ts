import { addRoute, findRoute, createRouter as newTree } from 'rou3';

export type PathParams = Readonly<Record<string, string>>;

export interface Router<Target> {
  /** @param path such as `/api/v1/apps/{id}`: each parameter matches one part of a path */
  add(method: string, path: string, target: Target): void;
  /** Finds the target of a path without its query. A literal path takes precedence over one with parameters. */
  find(method: string, path: string): { target: Target; params: PathParams } | null;
}

const noParams: PathParams = Object.freeze({});

/** Creates a router. rou3 keeps the tree of paths; names and decoding of parameters follow the wire. */
export function createRouter<Target>(): Router<Target> {
  const tree = newTree<Target>();
  return {
    add: (method, path, target) => addRoute(tree, method, path.replace(/\{(\w+)\}/g, ':$1'), target),
    find(method, path) {
      // rou3 ignores a trailing slash, but the wire has no path with one.
      const found = path.endsWith('/') ? undefined : findRoute(tree, method, path);
      if (!found) return null;
      const params = Object.entries(found.params ?? noParams).map(([name, value]) => [name, decode(value)]);
      return { target: found.data, params: params.length === 0 ? noParams : Object.fromEntries(params) };
    },
  };
}

/** Decodes a parameter. Returns one with an invalid encoding unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
