import type { Feature } from '../feature.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { MethodDeps, Methods } from './method.ts';
import { reauthenticateImplementation } from './reauthenticate.ts';

/**
 * Joins the login methods into one feature: their routes, their pages, and the route that confirms a login with any
 * of them.
 */
export function joinMethods(
  methods: Methods,
  world: World,
  deps: MethodDeps & { readonly users: Users },
): Required<Pick<Feature, 'routes' | 'pages'>> {
  const each = Object.values(methods);
  const pages = each.flatMap((one) => one.pages?.(world, deps) ?? []);
  return {
    routes: [
      ...each.flatMap((method) => method.routes(world, deps)),
      reauthenticateImplementation(methods, world, deps),
    ],
    async pages(request) {
      for (const serve of pages) {
        const page = await serve(request);
        if (page) return page;
      }
      return null;
    },
  };
}
