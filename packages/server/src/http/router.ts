import { addRoute, findRoute, createRouter as newTree } from 'rou3';

/** The parameters of a path, decoded. */
export type PathParams = Readonly<Record<string, string>>;

export interface Router<Target> {
  /** @param path such as `/api/v1/apps/{id}`: each parameter stands for one part of a path */
  add(method: string, path: string, target: Target): void;
  /** What a path without its query leads to; a path that was added as it is goes before one with parameters. */
  find(method: string, path: string): { target: Target; params: PathParams } | null;
}

const noParams: PathParams = Object.freeze({});

/** Makes a router. The tree of paths is rou3's; the names and the decoding of parameters are the wire's. */
export function createRouter<Target>(): Router<Target> {
  const tree = newTree<Target>();
  return {
    add: (method, path, target) => addRoute(tree, method, path.replace(/\{(\w+)\}/g, ':$1'), target),
    find(method, path) {
      // rou3 reads past a slash at the end; the wire has no such path.
      const found = path.endsWith('/') ? undefined : findRoute(tree, method, path);
      if (!found) return null;
      const params = Object.entries(found.params ?? noParams).map(([name, value]) => [name, decode(value)]);
      return { target: found.data, params: params.length === 0 ? noParams : Object.fromEntries(params) };
    },
  };
}

/** What is not encoded rightly stands for itself, and names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
