import type { Feature } from '../feature.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { MethodDeps, Methods } from './method.ts';
import { reauthenticateImplementation } from './reauthenticate.ts';

/** The login methods as one feature: their routes, the proof that any of them gives again, and their pages. */
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
      reauthenticateImplementation(world, { ...deps, methods }),
    ],
    async pages(request, failures) {
      for (const serve of pages) {
        const page = await serve(request, failures);
        if (page) return page;
      }
      return null;
    },
  };
}
