import { type AdminApp, type AdminAppBody, type AdminAppChange, adminRoutes } from '@latchkey/wire';
import { type Service, serviceCommand } from '../api/index.ts';
import { commandError } from '../command/index.ts';

const lineOf = ({ allowed_origins, disabled, id, managed_by, name }: AdminApp): string =>
  [id, name, managed_by, ...(disabled ? ['disabled'] : []), ...allowed_origins].join('  ');

const settingsArgument = 'settings...';

/**
 * Parses settings such as `email_auth=true` or `name=Shop`: the value is JSON if it can be read as such, otherwise a
 * text. The service checks names and values.
 *
 * @throws CommandError if one is not a name in lower case, `=` and a value
 */
function parseSettings(texts: readonly string[]): AdminAppChange {
  const entries = texts.map((text) => {
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)=([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) {
      throw commandError(`"${text}" is not a setting. Write it like email_auth=true.`, 'usage');
    }
    return [name, toValue(value)];
  });
  return Object.fromEntries(entries) as AdminAppChange;
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const appsList = serviceCommand(
  { words: 'apps list', about: 'Lists the apps: id, name, who manages it, origins.', role: 'viewer' },
  async ({ call }) => {
    const reply = await call(adminRoutes.listApps);
    return { json: reply, text: reply.apps.map(lineOf).join('\n') || 'There are no apps.' };
  },
);

export const appsGet = serviceCommand(
  { words: 'apps get', about: 'Prints an app with all its settings.', arguments: ['app_id'], role: 'viewer' },
  async ({ call }, { arguments: { app_id: id } }) => {
    const app = await call(adminRoutes.getApp, { params: { id } });
    return { json: app, text: JSON.stringify(app, null, 2) };
  },
);

export const appsCreate = serviceCommand(
  {
    words: 'apps create',
    about: 'Creates an app, and prints its id and its secret. The secret is not shown again.',
    arguments: ['name', settingsArgument],
    options: {
      origin: { about: 'Origin of its pages. May be given several times.', value: 'origin', many: true },
    },
    role: 'admin',
  },
  async ({ call }, { arguments: { name, settings }, options: { origin } }) => {
    const body = { ...parseSettings(settings), name, ...(origin.length > 0 && { allowed_origins: origin }) };
    const app = await call(adminRoutes.createApp, { body: body as AdminAppBody });
    return { json: app, text: `${app.id}\n${app.app_secret ?? ''}` };
  },
);

export const appsSet = serviceCommand(
  {
    words: 'apps set',
    about:
      'Changes settings of an app, such as email_auth=true. A value is JSON, or a text (docs/reference/settings.md).',
    arguments: ['app_id', settingsArgument],
    options: {
      force: { about: 'Allows a change that takes away second factors on which users rely.' },
    },
    role: 'admin',
  },
  async (service, { arguments: { app_id: id, settings }, options: { force } }) => {
    if (settings.length === 0) throw commandError('Name a setting, such as email_auth=true.', 'usage');
    return change(service, id, { ...parseSettings(settings), ...(force && { force }) });
  },
);

export const appsDisable = serviceCommand(
  {
    words: 'apps disable',
    about: 'Closes an app and keeps its data; `apps set <app_id> disabled=false` opens it.',
    arguments: ['app_id'],
    role: 'admin',
  },
  (service, { arguments: { app_id: id } }) => change(service, id, { disabled: true }),
);

export const appsRotateSecret = serviceCommand(
  {
    words: 'apps rotate-secret',
    about: 'Makes a new secret for an app, and prints it. It is not shown again.',
    arguments: ['app_id'],
    options: {
      overlap: { about: 'Seconds for which the old secret stays valid. Default: 86400.', value: 'seconds' },
    },
    role: 'admin',
  },
  async ({ call }, { arguments: { app_id: id }, options: { overlap } }) => {
    const body = overlap === undefined ? {} : { overlap_s: Number(overlap) };
    const reply = await call(adminRoutes.rotateSecret, { params: { id }, body });
    return { json: reply, text: reply.app_secret };
  },
);

export const appsOrigins = serviceCommand(
  {
    words: 'apps origins',
    about:
      'Lists the origins whose pages may use an app, and adds or removes some. A change needs the role admin.',
    arguments: ['app_id'],
    options: {
      add: { about: 'Origin to add. May be given several times.', value: 'origin', many: true },
      remove: { about: 'Origin to remove. May be given several times.', value: 'origin', many: true },
    },
    role: 'viewer',
  },
  async ({ call }, { arguments: { app_id: id }, options: { add, remove } }) => {
    const { allowed_origins: before } = await call(adminRoutes.getApp, { params: { id } });
    const unknown = remove.find((origin) => !before.includes(origin));
    if (unknown !== undefined) throw commandError(`${unknown} is not an origin of ${id}.`, 'notFound');
    const next = [...new Set([...before, ...add])].filter((origin) => !remove.includes(origin));
    const isSame = add.length + remove.length === 0;
    const app = isSame
      ? { allowed_origins: before }
      : await call(adminRoutes.updateApp, { params: { id }, body: { allowed_origins: next } });
    const { allowed_origins } = app;
    return { json: { allowed_origins }, text: allowed_origins.join('\n') || 'No origin may use the app.' };
  },
);

async function change({ call }: Service, id: string, body: AdminAppChange) {
  const app = await call(adminRoutes.updateApp, { params: { id }, body });
  return { json: app, text: lineOf(app) };
}
