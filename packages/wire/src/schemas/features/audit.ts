import { auditRoutes } from '../../operator/audit.ts';
import { feature } from '../feature.ts';
import { auditListSchema } from '../operator/audit.ts';

/** The audit log. */
export const audit = /* @__PURE__ */ feature('audit', auditRoutes, {
  list: { body: null, reply: auditListSchema },
});
