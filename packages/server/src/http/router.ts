/** The parameters of a path, decoded. */
export type PathParams = Readonly<Record<string, string>>;

export interface Router<Target> {
  /** @param path such as `/api/v1/apps/{id}`: each parameter stands for one part of a path */
  add(method: string, path: string, target: Target): void;
  /** What a path without its query leads to; a path that was added as it is goes before one with parameters. */
  find(method: string, path: string): { target: Target; params: PathParams } | null;
}

const noParams: PathParams = Object.freeze({});

/** Makes a router: one look-up for paths without parameters, one expression after the other for those with. */
export function createRouter<Target>(): Router<Target> {
  const exact = new Map<string, Target>();
  const patterns = new Map<string, { pattern: RegExp; names: string[]; target: Target }[]>();
  return {
    add(method, path, target) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (names.length === 0) {
        exact.set(`${method} ${path}`, target);
        return;
      }
      const source = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)');
      const ofMethod = patterns.get(method) ?? [];
      patterns.set(method, [...ofMethod, { pattern: new RegExp(`^${source}$`), names, target }]);
    },
    find(method, path) {
      const target = exact.get(`${method} ${path}`);
      if (target !== undefined) return { target, params: noParams };
      for (const { pattern, names, target } of patterns.get(method) ?? []) {
        const values = pattern.exec(path);
        if (!values) continue;
        const params = names.map((name, at) => [name, decode(values[at + 1] ?? '')]);
        return { target, params: Object.fromEntries(params) };
      }
      return null;
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
