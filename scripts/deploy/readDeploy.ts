import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../build/contentHash.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/**
 * Reads the files for operators: the Dockerfile, the guide to containers, and those in `deploy/` except its secrets.
 */
export function readAll(): { path: string; text: string }[] {
  const paths = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith('deploy/secrets/'));
  return [...paths, 'Dockerfile', 'docs/guide/containers.md'].map((path) => ({ path, text: read(path) }));
}

type Variables = Readonly<Record<string, string>>;

export interface ImageFile {
  readonly env: Variables;
  readonly user: string;
  readonly ports: readonly number[];
  readonly entrypoint: readonly string[];
  readonly health: readonly string[];
  readonly volumes: number;
}

export function readDockerfile(): ImageFile {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const of = (name: string) =>
    last.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length).trim()] : []));
  const list = (text = '') => JSON.parse(text.slice(text.indexOf('['))) as string[];
  return {
    env: Object.fromEntries(of('ENV').flatMap((line) => line.split(/\s+/).map(splitVariable))),
    user: of('USER')[0] ?? '',
    ports: of('EXPOSE').flatMap((line) => line.split(' ').map(Number)),
    entrypoint: list(of('ENTRYPOINT')[0]),
    health: list(of('HEALTHCHECK')[0]),
    volumes: of('VOLUME').length,
  };
}

const splitVariable = (line: string): [string, string] => {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
  return [name, value];
};

/** Parses an environment file with one `NAME=value` per line. Skips empty lines and comments. */
export function readEnvFile(text: string): Variables {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map(splitVariable));
}

export interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly env_file?: string;
  readonly environment?: Variables;
  readonly networks?: readonly string[] | Readonly<Record<string, { aliases?: readonly string[] }>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly network_mode?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const readCompose = () => parse(read('deploy/compose.yaml'), { merge: true }) as ComposeFile;

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
}

export interface PodContainer {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly securityContext: {
    readonly allowPrivilegeEscalation: boolean;
    readonly readOnlyRootFilesystem: boolean;
    readonly capabilities: { readonly drop: readonly string[] };
  };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}

type Labels = Readonly<Record<string, string>>;

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Variables;
  readonly spec: {
    readonly replicas: number;
    readonly selector: Labels & { readonly matchLabels: Labels };
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: {
          readonly runAsNonRoot: boolean;
          readonly runAsUser: number;
          readonly runAsGroup: number;
        };
        readonly containers: readonly PodContainer[];
      };
    };
    readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly minAvailable: number;
    readonly rules: readonly {
      readonly http: {
        readonly paths: readonly {
          readonly backend: {
            readonly service: { readonly name: string; readonly port: { readonly name: string } };
          };
        }[];
      };
    }[];
  };
}

export function readManifests(): Manifest[] {
  return readdirSync(join(root, 'deploy/kubernetes')).flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((one) => one.toJS() as Manifest),
  );
}

/** The values of each directive of a systemd unit, from all of its sections. */
export type Unit = ReadonlyMap<string, readonly string[]>;

export function readUnits(): { name: string; unit: Unit }[] {
  return readdirSync(join(root, 'deploy/systemd'))
    .filter((name) => name.endsWith('.service'))
    .map((name) => {
      const unit = new Map<string, string[]>();
      for (const line of read(`deploy/systemd/${name}`).split('\n')) {
        const [, key, value = ''] = /^([A-Z][A-Za-z]*)=(.*)$/.exec(line) ?? [];
        if (key !== undefined) unit.set(key, [...(unit.get(key) ?? []), value]);
      }
      return { name, unit };
    });
}

export const environmentOf = (unit: Unit): Variables =>
  Object.fromEntries((unit.get('Environment') ?? []).flatMap((line) => line.split(' ').map(splitVariable)));
