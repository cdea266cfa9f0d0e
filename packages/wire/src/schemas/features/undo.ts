import * as v from 'valibot';
import { undoRoutes } from '../../users/undo.ts';
import { feature } from '../feature.ts';
import { requestId } from '../requestId.ts';
import { removalSchema, undoBodySchema, undoneSchema } from '../users/undo.ts';

/** Undoing a removed address. */
export const undo = /* @__PURE__ */ feature('undo', undoRoutes, {
  find: { body: null, reply: removalSchema },
  sendCode: { body: v.object({ request_id: requestId() }), reply: v.object({ success: v.boolean() }) },
  undo: { body: undoBodySchema, reply: undoneSchema },
});
